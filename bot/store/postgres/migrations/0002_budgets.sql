-- Revises: 0001_first
-- Reason: Discord counts the requests of all processes together.

-- What all processes together may ask of Discord in a time: when the next place of each budget is
-- free. Nothing is lost with it, so no crash has to leave it whole.
CREATE UNLOGGED TABLE budgets (
    name text PRIMARY KEY,
    next_at timestamptz NOT NULL
);
