-- Tells what came of a key, or makes it the caller's: one of twins goes on, the others wait.
-- KEYS[1] record
-- ARGV[1] owner   ARGV[2] fingerprint of the request   ARGV[3] lease in ms   ARGV[4] how long keys are kept, in ms
-- Answers {word} or {'RECORDED', result}; the words are those of KeyClaim.Kind.
-- A record that is not whole, not of this key, or of a key that may have been forgotten meanwhile counts as none.
local record = KEYS[1]
local owner, fingerprint, lease, kept = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local found = redis.pcall('HMGET', record, 'owner', 'fingerprint', 'created', 'result', 'seal')
local holder, content, created, result, seal
if not found.err then
  holder, content, created, result, seal = unpack(found)
end

if result then
  local whole = content and created and seal == redis.sha1hex(record .. content .. created .. result)
  if whole and tonumber(created) + kept > now then
    if content ~= fingerprint then
      return {'MISMATCH'}
    end
    return {'RECORDED', result}
  end
elseif holder == owner then
  return {'GRANTED'}
elseif holder and redis.call('PTTL', record) > 0 then
  return {'IN_PROGRESS'}
end

redis.call('DEL', record)
redis.call('HSET', record, 'owner', owner)
redis.call('PEXPIRE', record, lease)
return {'GRANTED'}
