-- Releases a lock, if it is still the caller's.
-- KEYS[1] lock
-- ARGV[1] owner
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
