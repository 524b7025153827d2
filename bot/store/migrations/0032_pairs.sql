-- Revises: 0031_round_times
-- Reason: a challenge may be to a pair of matches, and the second is made once the first begins.

-- The number of the first match, in both of them.
ALTER TABLE matches ADD COLUMN pair bigint;
CREATE INDEX matches_by_pair ON matches (pair, id) WHERE pair IS NOT NULL;
