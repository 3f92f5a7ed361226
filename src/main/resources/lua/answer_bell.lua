-- Takes a bell that has been answered out of the group's books and out of the stream.
-- KEYS[1] stream
-- ARGV[1] group   ARGV[2] entry
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
return redis.call('XDEL', KEYS[1], ARGV[2])
