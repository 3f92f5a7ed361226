-- Turns a claim into the result, where Redis alone keeps it; unless the key is another request's by now.
-- KEYS[1] record
-- ARGV[1] owner   ARGV[2] fingerprint of the request   ARGV[3] result   ARGV[4] how long keys are kept, in ms
-- Answers 1 if it is kept.
local record = KEYS[1]
local owner, fingerprint, result, kept = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local time = redis.call('TIME')
local created = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000))

local holder = redis.pcall('HMGET', record, 'owner')
if not holder.err and holder[1] and holder[1] ~= owner then
  return 0
end
redis.call('DEL', record)
redis.call('HSET', record, 'owner', owner, 'fingerprint', fingerprint, 'created', created, 'result', result,
  'seal', redis.sha1hex(record .. fingerprint .. created .. result))
redis.call('PEXPIRE', record, kept)
return 1
