-- Keeps a copy of a result that MySQL has, in the place of a claim or of an older copy.
-- KEYS[1] record
-- ARGV[1] fingerprint of the request   ARGV[2] result   ARGV[3] when it was recorded, in ms since 1970
-- ARGV[4] life of the copy in ms   ARGV[5] how long keys are kept, in ms
-- Answers 1 if it is kept, 0 if MySQL may have forgotten it meanwhile.
local record = KEYS[1]
local fingerprint, result, created = ARGV[1], ARGV[2], ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('DEL', record)
local life = math.min(tonumber(ARGV[4]), tonumber(created) + tonumber(ARGV[5]) - now)
if life <= 0 then
  return 0
end
redis.call('HSET', record, 'fingerprint', fingerprint, 'created', created, 'result', result,
  'seal', redis.sha1hex(record .. fingerprint .. created .. result))
redis.call('PEXPIRE', record, string.format('%d', life))
return 1
