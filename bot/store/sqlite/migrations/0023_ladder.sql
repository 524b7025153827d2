-- Revises: 0022_layouts
-- Reason: which levels of the bot somebody has beaten, of which game and from which seat.

-- It outlives the match: a row is written with its end, and stays as long as the person does.
CREATE TABLE rungs (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    level INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (person, game, level, seat)
) STRICT, WITHOUT ROWID;
