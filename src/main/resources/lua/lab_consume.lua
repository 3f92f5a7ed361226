-- Takes a token away, once.
-- KEYS[1] token
-- ARGV[1] the order that it must be for
-- Answers 1 to the one whose call deleted it.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
