-- Counts uses in a window that begins with the first one. A use that is refused is not counted.
-- KEYS[1] counter
-- ARGV[1] uses allowed   ARGV[2] window in ms   ARGV[3] 1: a use, 0: only look, -1: give a use back
-- Answers 0, or for how many ms the counter stays used up.
local counter = KEYS[1]
local allowed, window, uses = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used = tonumber(redis.call('GET', counter) or '0')
if uses < 0 then
  if used > 0 then
    redis.call('DECR', counter)
  end
  return 0
end
if used >= allowed then
  return redis.call('PTTL', counter)
end
if uses > 0 and redis.call('INCR', counter) == 1 then
  redis.call('PEXPIRE', counter, window)
end
return 0
