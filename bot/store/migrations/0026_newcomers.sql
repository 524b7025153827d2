-- Revises: 0025_daily
-- Reason: who began a lesson in some week is found without reading all attempts.

CREATE INDEX attempts_by_begun ON attempts (begun) WHERE kind = 'stage';
