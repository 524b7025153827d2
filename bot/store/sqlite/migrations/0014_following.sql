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

-- Of a match that somebody follows only the newest turn waits to be told, or its end, with which
-- following ends. It waits a minute, in which the board is posted and a slip may be taken back.
CREATE INDEX mentions_followed ON mentions (match_id, person) WHERE kind = 'followed';

CREATE TABLE private_notes (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    text TEXT NOT NULL,
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;
