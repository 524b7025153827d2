-- Revises: 0011_absences
-- Reason: whom people do not want to play with, challenges that are made anew when somebody takes
-- them, and the posts that list a channel's open challenges.

-- `name` is what the blocked person went by when `person` blocked them.
CREATE TABLE blocks (
    person INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;

-- One row a standing challenge: it moves on from match to match, in the transaction that makes the
-- next one. `taken` says that its match has begun, and the next one is still to be made.
CREATE TABLE standing_challenges (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    host INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    until TEXT NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX standing_by_host ON standing_challenges (host, channel);
CREATE INDEX standing_taken ON standing_challenges (match_id) WHERE taken = 1;

-- The message that lists a channel's open challenges shows them as they were at the change `shown`.
CREATE TABLE lobbies (
    channel INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    message INTEGER NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    shown INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX lobbies_stale ON lobbies (channel) WHERE shown <> changes;
