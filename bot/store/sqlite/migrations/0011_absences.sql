-- Revises: 0010_notices
-- Reason: whoever is not there when a match waits for their word may hold no seat in it any more.

-- People and the matches that asked whether they are ready, where they gave their seat back, lost it,
-- or nothing came of it. What happened is told by the events.
CREATE TABLE absences (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;
