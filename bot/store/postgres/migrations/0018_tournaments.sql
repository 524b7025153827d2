-- Revises: 0017_pairs
-- Reason: the same as the migration 0033_tournaments of the file of SQLite.

CREATE INDEX competitions_tournaments ON competitions (guild, id) WHERE format <> 'season';
