-- Revises: 0016_round_times
-- Reason: the same as the migration 0032_pairs of the file of SQLite.

ALTER TABLE matches ADD COLUMN pair bigint;
CREATE INDEX matches_by_pair ON matches (pair, id) WHERE pair IS NOT NULL;
