-- Gives a key back that came to nothing.
-- KEYS[1] record
-- ARGV[1] owner
-- Answers 1 if it was the caller's.
local found = redis.pcall('HMGET', KEYS[1], 'owner', 'result')
if found.err or found[1] ~= ARGV[1] or found[2] then
  return 0
end
redis.call('DEL', KEYS[1])
return 1
