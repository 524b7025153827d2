-- Revises: 0024_attempts
-- Reason: the puzzle of the day of servers, and who took part in which server's.

-- Days are written as in 2026-03-01, and are those of UTC.
CREATE TABLE dailies (
    guild INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    game TEXT NOT NULL,
    due_at TEXT,
    day TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    streak INTEGER NOT NULL,
    tried TEXT NOT NULL,
    trouble TEXT NOT NULL,
    changes INTEGER NOT NULL
) STRICT;

CREATE INDEX dailies_by_time ON dailies (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE day_entries (
    guild INTEGER NOT NULL,
    day TEXT NOT NULL,
    person INTEGER NOT NULL,
    called TEXT NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (person, guild, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX day_entries_by_day ON day_entries (guild, day);
