-- Revises: 0004_premoves
-- Reason: lists that pass by all that has ended, and long matches that open without being replayed.

-- What a list of somebody's matches asks for stands beside the seat.
CREATE TABLE seated (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    channel INTEGER NOT NULL,
    status TEXT NOT NULL,
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;

INSERT INTO seated (person, match_id, channel, status)
SELECT seats.person, seats.match_id, matches.channel, matches.status
FROM seats CROSS JOIN matches ON matches.id = seats.match_id;

DROP TRIGGER IF EXISTS seats_taken;
DROP TRIGGER IF EXISTS seats_changed;
DROP TABLE seats;
ALTER TABLE seated RENAME TO seats;

CREATE INDEX seats_by_match ON seats (match_id);
CREATE INDEX seats_by_channel ON seats (person, channel, match_id);
CREATE INDEX seats_open ON seats (person, match_id) WHERE status IN ('invited', 'running');

DROP INDEX matches_by_channel;
DROP INDEX matches_by_guild;
CREATE INDEX matches_by_channel ON matches (channel, id);
CREATE INDEX matches_by_guild ON matches (guild, id);
CREATE INDEX matches_open ON matches (id) WHERE status IN ('invited', 'running');
CREATE INDEX matches_open_by_channel ON matches (channel, id)
WHERE status IN ('invited', 'running');
CREATE INDEX matches_open_by_guild ON matches (guild, id) WHERE status IN ('invited', 'running');

-- The position after the event `seq`, as the rules of version `rules` made it of all the events
-- before. A cache: it may be deleted at any time.
CREATE TABLE positions (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    rules TEXT NOT NULL,
    position TEXT NOT NULL CHECK (json_valid(position)),
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

-- What the doctor counts, without reading all that was ever said.
CREATE INDEX outbox_given_up ON outbox (id) WHERE retry_at IS NULL AND message IS NULL;
