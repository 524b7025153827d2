-- Revises: 0001_first
-- Reason: moves that people are in the middle of making, so that they outlive every restart.

-- `seq` is the event whose board the move is made on; `changes` counts the presses since.
CREATE TABLE drafts (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    keys TEXT NOT NULL CHECK (json_valid(keys)),
    move TEXT,
    offers TEXT NOT NULL CHECK (json_valid(offers)),
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;
