-- Revises: 0015_results
-- Reason: the same as the migration 0031_round_times of the file of SQLite.

ALTER TABLE competitions ADD COLUMN round_time bigint;

UPDATE competitions SET round_time = round_days * 86400000000 WHERE round_days IS NOT NULL;

ALTER TABLE competitions DROP COLUMN round_days;
