-- Spends a token: takes it away and writes the claim of the request that may go on, in one step.
-- KEYS[1] token   KEYS[2] claim
-- ARGV[1] owner   ARGV[2] fingerprint of the request   ARGV[3] lease in ms   ARGV[4] life of the claim in ms
-- A lease that ends later than one given now was given by a clock that went before: it counts as over.
-- Answers {word} or {'RECORDED', outcome}; the words are those of Consumption.Kind.
local token, claim = KEYS[1], KEYS[2]
local owner, fingerprint, lease, life = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local holder = redis.call('HMGET', claim, 'owner', 'fingerprint', 'lease', 'outcome', 'shared')
if holder[1] then
  if holder[2] ~= fingerprint then
    return {'MISMATCH'}
  elseif holder[4] then
    return {'RECORDED', holder[4]}
  elseif holder[1] == owner then
    return {'GRANTED'}
  elseif tonumber(holder[3]) > now and tonumber(holder[3]) <= now + lease then
    return {'IN_PROGRESS'}
  elseif holder[5] then
    redis.call('HSET', claim, 'owner', owner)
    return {'TAKEN_OVER'}
  end
  redis.call('HSET', claim, 'owner', owner, 'lease', string.format('%d', now + lease))
  return {'TAKEN_OVER'}
end

local left = redis.call('PTTL', token)
if left < 0 then
  return {'ABSENT'}
end
redis.call('DEL', token)
redis.call('HSET', claim, 'owner', owner, 'fingerprint', fingerprint,
  'lease', string.format('%d', now + lease), 'expiry', string.format('%d', now + left))
redis.call('PEXPIRE', claim, life)
return {'GRANTED'}
