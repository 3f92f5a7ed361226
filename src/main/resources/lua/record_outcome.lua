-- Turns a claim into the recorded outcome, so that replays need no database.
-- KEYS[1] claim
-- ARGV[1] owner   ARGV[2] outcome   ARGV[3] life of the record in ms
local claim = KEYS[1]
local owner, outcome, life = ARGV[1], ARGV[2], ARGV[3]
if redis.call('HGET', claim, 'owner') ~= owner then
  return 0
end
redis.call('HSET', claim, 'outcome', outcome)
redis.call('PEXPIRE', claim, life)
return 1
