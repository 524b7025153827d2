-- Revises: 0030_results
-- Reason: rounds of an evening are shorter than a day. Lengths are kept in microseconds.

ALTER TABLE competitions ADD COLUMN round_time bigint;

UPDATE competitions SET round_time = round_days * 86400000000 WHERE round_days IS NOT NULL;

ALTER TABLE competitions DROP COLUMN round_days;
