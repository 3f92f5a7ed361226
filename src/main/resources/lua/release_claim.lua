-- Undoes a consumption that came to nothing: forgets the claim and puts the token back for what is left of its life.
-- KEYS[1] token   KEYS[2] claim
-- ARGV[1] owner   ARGV[2] order id
local token, claim = KEYS[1], KEYS[2]
local owner, order = ARGV[1], ARGV[2]
local holder = redis.call('HMGET', claim, 'owner', 'expiry', 'outcome')
if holder[1] ~= owner or holder[3] then
  return 0
end
local time = redis.call('TIME')
local left = tonumber(holder[2]) - (time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('DEL', claim)
if left > 0 then
  redis.call('SET', token, order, 'PX', string.format('%d', left))
end
return 1
