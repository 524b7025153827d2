-- Revises: 0010_daily
-- Reason: the same as the migration 0026_newcomers of the file of SQLite.

CREATE INDEX attempts_by_begun ON attempts (begun) WHERE kind = 'stage';
