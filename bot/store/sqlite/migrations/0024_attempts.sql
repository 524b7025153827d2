-- Revises: 0023_ladder
-- Reason: how far people are in exercises, one row for each person and exercise.

CREATE TABLE attempts (
    person INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    begun TEXT NOT NULL,
    at TEXT NOT NULL,
    line TEXT NOT NULL,
    reached INTEGER NOT NULL,
    keys TEXT NOT NULL,
    move TEXT,
    offers TEXT NOT NULL,
    changes INTEGER NOT NULL,
    wrong TEXT NOT NULL,
    reason TEXT NOT NULL,
    tries INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    helped INTEGER NOT NULL,
    solution_shown INTEGER NOT NULL,
    done TEXT,
    PRIMARY KEY (person, kind, game, name)
) STRICT, WITHOUT ROWID;
