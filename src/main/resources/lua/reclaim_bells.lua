-- Hands bells that their worker has not answered in time to another worker, and forgets workers that are gone.
-- KEYS[1] stream
-- ARGV[1] group   ARGV[2] worker   ARGV[3] ms without an answer   ARGV[4] how many at most
-- Answers {{entry, payment}, ...}; nothing where there is no such stream or group.
local stream, group, worker, idle, count = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local gone_after = 3600000

local claimed = redis.pcall('XAUTOCLAIM', stream, group, worker, idle, '0-0', 'COUNT', count, 'JUSTID')
if claimed.err then
  return string.find(claimed.err, 'NOGROUP', 1, true) and {} or claimed
end
local bells = {}
for _, entry in ipairs(claimed[2]) do
  local found = redis.call('XRANGE', stream, entry, entry)[1]
  if found then
    bells[#bells + 1] = {entry, found[2][2]}
  else
    redis.call('XACK', stream, group, entry)
  end
end

for _, info in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group)) do
  local of = {}
  for i = 1, #info, 2 do
    of[info[i]] = info[i + 1]
  end
  if of.pending == 0 and of.idle > gone_after then
    redis.call('XGROUP', 'DELCONSUMER', stream, group, of.name)
  end
end
return bells
