-- Revises: 0040_leaderboards
-- Reason: damage is seen that leaves a match playable: a changed digit that is another legal move.

-- The digest of an event covers that of the event before it. The row of a match has that of its
-- last event, and which edition of its events was `sealed` with them. Matches that are older have
-- none: they are digested in the background, from the newest on, those below the number in the
-- counter. A version that knows no digests writes none, which is no damage.
ALTER TABLE events ADD COLUMN digest bigint;
ALTER TABLE matches ADD COLUMN digest bigint;
ALTER TABLE matches ADD COLUMN sealed integer;

INSERT INTO counters (name, value)
SELECT 'undigested', max(id) + 1 FROM matches HAVING max(id) IS NOT NULL;
