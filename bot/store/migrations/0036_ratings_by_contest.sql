-- Revises: 0035_names
-- Reason: each contest is a rating period of its own. Everything that was settled is settled again,
-- in order, by the processes that run next; until then people keep the ratings they had.

-- `rating` is that at the end of the contest, `weight` how much it counted for the person, and
-- `moved_at` when they made their last move in it.
ALTER TABLE contest_people ADD COLUMN weight jsonb;
ALTER TABLE contest_people ADD COLUMN moved_at timestamptz;

-- After each contest that counted for somebody.
DROP TABLE rating_points;

CREATE TABLE rating_points (
    person bigint NOT NULL,
    pool text NOT NULL,
    number bigint NOT NULL,
    at timestamptz NOT NULL,
    rating jsonb NOT NULL,
    contests integer NOT NULL,
    best jsonb,
    PRIMARY KEY (person, pool, number)
);

CREATE INDEX rating_points_by_time ON rating_points (person, pool, at, number);

ALTER TABLE ratings DROP COLUMN period;
ALTER TABLE ratings ADD COLUMN number bigint NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN best jsonb;

-- What is to be settled again keeps what was found, for that of a deleted match is known only here.
UPDATE contests SET due_at = at WHERE eligibility IS NOT NULL;
UPDATE counters SET value = value + 1 WHERE name = 'ratings';

DROP INDEX contests_by_end;

CREATE INDEX contests_by_end ON contests (at, number)
WHERE eligibility IS NOT NULL AND due_at IS NULL;
