-- Revises: 0024_attempts
-- Reason: the puzzle of the day of servers, and who took part in which server's.

-- Days are written as in 2026-03-01, and are those of UTC.
CREATE TABLE dailies (
    guild bigint PRIMARY KEY,
    channel bigint NOT NULL,
    hour smallint NOT NULL,
    game text NOT NULL,
    due_at timestamptz,
    day text NOT NULL,
    puzzle text NOT NULL,
    streak integer NOT NULL,
    tried text NOT NULL,
    trouble text NOT NULL,
    changes integer NOT NULL
);

CREATE INDEX dailies_by_time ON dailies (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE day_entries (
    guild bigint NOT NULL,
    day text NOT NULL,
    person bigint NOT NULL,
    called text NOT NULL,
    game text NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (person, guild, day)
);

CREATE INDEX day_entries_by_day ON day_entries (guild, day);
