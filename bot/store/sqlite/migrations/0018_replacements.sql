-- Revises: 0017_stretches
-- Reason: somebody else may play on for a player who leaves, whose moves stay their own.

-- People and the matches that they played in until somebody else played on for them.
CREATE TABLE departures (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;

-- With the seat goes what the one who leaves had begun and prepared, and what was held to be told
-- them of the match. Whoever plays on follows it no longer: they are called to their turns.
CREATE TRIGGER seat_handed_over AFTER INSERT ON events WHEN new.kind = 'replaced'
BEGIN
    INSERT OR IGNORE INTO departures (person, match_id)
    VALUES (new.payload ->> '$.former.id', new.match_id);
    DELETE FROM drafts
    WHERE person = new.payload ->> '$.former.id' AND match_id = new.match_id;
    DELETE FROM premoves
    WHERE person = new.payload ->> '$.former.id' AND match_id = new.match_id;
    DELETE FROM mentions
    WHERE person IN (new.payload ->> '$.former.id', new.payload ->> '$.person.id')
        AND match_id = new.match_id;
    DELETE FROM followers
    WHERE match_id = new.match_id AND person = new.payload ->> '$.person.id';
END;
