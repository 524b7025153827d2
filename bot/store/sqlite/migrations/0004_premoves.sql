-- Revises: 0003_preferences
-- Reason: answers that people prepare for the other's move, and what they are told about them.

-- `plies` is how many moves had been made when it was prepared; `when_played` is the other's move
-- it waits for, empty for any.
CREATE TABLE premoves (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    plies INTEGER NOT NULL,
    when_played TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (person, match_id, when_played)
) STRICT, WITHOUT ROWID;

CREATE TABLE told_later (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    text TEXT NOT NULL,
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;
