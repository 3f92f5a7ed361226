-- Stores a token for its life by this clock, so that no instance's own clock decides.
-- KEYS[1] token
-- ARGV[1] order id   ARGV[2] life in ms   ARGV[3] end of the order in ms since 1970
-- Answers {expiry in ms since 1970, life left in ms}; a token of an order that is over lives for 0 ms.
local token = KEYS[1]
local order, life, latest = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = math.max(math.min(life, latest - now), 0)
if left > 0 then
  redis.call('SET', token, order, 'PX', left)
end
return {now + left, left}
