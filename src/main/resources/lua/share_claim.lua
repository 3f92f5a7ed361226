-- Opens a claim to all: the payment is in MySQL, and each later request with this token is let in to look how it stands.
-- KEYS[1] claim
-- ARGV[1] owner
local claim = KEYS[1]
if redis.call('HGET', claim, 'owner') ~= ARGV[1] then
  return 0
end
redis.call('HSET', claim, 'lease', '0', 'shared', '1')
return 1
