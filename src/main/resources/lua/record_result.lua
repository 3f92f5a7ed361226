-- Keeps the result of a key, unless the key is another request's.
-- KEYS[1] record
-- ARGV[1] owner   ARGV[2] fingerprint of the request   ARGV[3] result   ARGV[4] when it was made, in ms since 1970, or '' for now
-- ARGV[5] life of the record in ms   ARGV[6] how long keys are kept, in ms
-- Answers 1 if it is kept.
local record = KEYS[1]
local owner, fingerprint, result, created = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if created == '' then
  created = string.format('%d', now)
end

local found = redis.pcall('HMGET', record, 'owner')
if not found.err and found[1] and found[1] ~= owner then
  return 0
end
redis.call('DEL', record)
local life = math.min(tonumber(ARGV[5]), tonumber(created) + tonumber(ARGV[6]) - now)
if life <= 0 then
  return 0
end
redis.call('HSET', record, 'owner', owner, 'fingerprint', fingerprint, 'created', created, 'result', result,
  'seal', redis.sha1hex(record .. fingerprint .. created .. result))
redis.call('PEXPIRE', record, string.format('%d', life))
return 1
