-- A write that only a Redis in order takes: a full one, or a replica, refuses it.
-- KEYS[1] the probe; ARGV[1] its life in seconds
return redis.call('SET', KEYS[1], '1', 'EX', ARGV[1])
