-- Revises: 0013_inbox
-- Reason: who follows which match without playing in it, and what people note for themselves.

CREATE TABLE followers (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    person INTEGER NOT NULL,
    PRIMARY KEY (match_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX followers_by_person ON followers (person);

-- When each follower was last told of the matches that they follow, so that it is not too often.
CREATE TABLE followers_told (
    person INTEGER PRIMARY KEY,
    at TEXT NOT NULL
) STRICT;

CREATE TRIGGER follower_told AFTER INSERT ON outbox WHEN new.kind = 'followed'
BEGIN
    INSERT INTO followers_told (person, at) VALUES (new.person, new.written)
    ON CONFLICT (person) DO UPDATE SET at = excluded.at;
END;

-- Of a match that somebody follows only the newest turn waits to be told, or its end, with which
-- following ends. It waits a minute, in which the board is posted and a slip may be taken back.
CREATE INDEX mentions_followed ON mentions (match_id, person) WHERE kind = 'followed';

CREATE TRIGGER followed_match_goes_on AFTER UPDATE OF turn_seq, status ON matches
WHEN (new.turn_seq IS NOT old.turn_seq AND new.turn_seq IS NOT NULL)
    OR (old.status IN ('invited', 'running') AND new.status NOT IN ('invited', 'running'))
BEGIN
    DELETE FROM mentions WHERE match_id = new.id AND kind = 'followed';
    INSERT INTO mentions (person, match_id, seq, kind, next_at)
    SELECT person, new.id, new.seq, 'followed',
        strftime('%Y-%m-%dT%H:%M:%S', new.updated, '+1 minute') || '.000000+00:00'
    FROM followers WHERE match_id = new.id;
    DELETE FROM followers
    WHERE match_id = new.id AND new.status NOT IN ('invited', 'running');
END;

CREATE TABLE private_notes (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    text TEXT NOT NULL,
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;
