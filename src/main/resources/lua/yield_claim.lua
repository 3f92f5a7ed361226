-- Ends the lease of a claim: the next request with this token takes over at once.
-- KEYS[1] claim
-- ARGV[1] owner
local claim = KEYS[1]
if redis.call('HGET', claim, 'owner') ~= ARGV[1] then
  return 0
end
redis.call('HSET', claim, 'lease', '0')
return 1
