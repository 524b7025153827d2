-- Revises: nothing
-- Reason: the first shape of the store: events, the row of each match, and the outbox.

-- "BUMP": tells this database from any other program's.
PRAGMA application_id = 1112886608;

-- One row a match, for the lists and the clock. Numbers are never used again.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL CHECK (seq > 0),
    game TEXT NOT NULL,
    status TEXT NOT NULL,
    channel INTEGER NOT NULL,
    guild INTEGER,
    people TEXT NOT NULL CHECK (json_valid(people)),
    turn INTEGER,
    deadline TEXT,
    due TEXT,
    updated TEXT NOT NULL
) STRICT;

CREATE INDEX matches_by_channel ON matches (channel, status);
CREATE INDEX matches_by_guild ON matches (guild, status);
CREATE INDEX matches_by_due ON matches (due) WHERE due IS NOT NULL;

-- What happened. The key is the rule that only one event can follow another.
CREATE TABLE events (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    at TEXT NOT NULL,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

-- The matches of a person: an index over `matches.people`.
CREATE TABLE seats (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_match ON seats (match_id);

-- What must be said because of an event. A post waits while `retry_at` is set; delivered, it has
-- a message; given up, it has neither.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    retry_at TEXT,
    error TEXT,
    channel INTEGER,
    message INTEGER,
    FOREIGN KEY (match_id, seq) REFERENCES events (match_id, seq)
) STRICT;

CREATE INDEX outbox_waiting ON outbox (match_id, id) WHERE retry_at IS NOT NULL;
CREATE INDEX outbox_standing ON outbox (match_id, id) WHERE message IS NOT NULL;
