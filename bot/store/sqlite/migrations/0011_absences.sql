-- Revises: 0010_notices
-- Reason: whoever is not there when a match waits for their word may hold no seat in it any more.

-- People and the matches that asked whether they are ready, where they gave their seat back, lost it,
-- or nothing came of it. What happened is told by the events.
CREATE TABLE absences (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER seat_lost AFTER INSERT ON events
WHEN new.kind = 'declined' AND EXISTS (
    SELECT 1 FROM events WHERE match_id = new.match_id AND kind = 'mustered'
)
BEGIN
    INSERT OR IGNORE INTO absences (person, match_id)
    VALUES (new.payload ->> 'person', new.match_id);
END;

CREATE TRIGGER muster_failed AFTER INSERT ON events
WHEN new.kind = 'expired' AND EXISTS (
    SELECT 1 FROM events WHERE match_id = new.match_id AND kind = 'mustered'
)
BEGIN
    INSERT OR IGNORE INTO absences (person, match_id)
    SELECT person, match_id FROM seats WHERE match_id = new.match_id;
END;
