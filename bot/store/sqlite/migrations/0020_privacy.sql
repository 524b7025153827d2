-- Revises: 0019_limits
-- Reason: people may have all that is about them deleted, and what belongs to a server goes some
-- time after the bot has left it.

-- How often the events of the match were written anew, with a name taken out of them: whoever has
-- read an earlier edition reads the match again before writing to it.
ALTER TABLE matches ADD COLUMN edition INTEGER NOT NULL DEFAULT 0;

-- People who have no seat in a match, or none any more, and whom its events name all the same.
CREATE TABLE involvements (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO involvements (person, match_id)
SELECT atom, match_id FROM events, json_tree(events.payload)
WHERE kind IN ('declined', 'withdrawn', 'replacement_asked', 'replacement_agreed',
        'replacement_declined', 'replacement_withdrawn', 'replaced')
    AND type = 'integer' AND (key IN ('id', 'person') OR path = '$.awaited');

-- Asked for by name and never heard of, or gone from a match that others play on.
INSERT OR IGNORE INTO involvements (person, match_id)
SELECT atom, match_id FROM events, json_tree(events.payload)
WHERE kind IN ('challenged', 'accepted', 'started') AND type = 'integer' AND key = 'id'
    AND NOT EXISTS (
        SELECT 1 FROM seats WHERE seats.person = atom AND seats.match_id = events.match_id);

-- Whose data is being deleted, until that is done.
CREATE TABLE deletions (
    person INTEGER PRIMARY KEY,
    asked_at TEXT NOT NULL
) STRICT;

-- The servers that have let the bot in. From `left_at` on it is out again, and at `due_at` there is
-- something to delete.
CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    left_at TEXT,
    due_at TEXT
) STRICT;

CREATE INDEX servers_by_time ON servers (due_at) WHERE due_at IS NOT NULL;

-- What goes with a match, a person or a server is found without reading everything else.
CREATE INDEX outbox_by_match ON outbox (match_id, seq);
CREATE INDEX outbox_by_person ON outbox (person, id) WHERE person IS NOT NULL;
CREATE INDEX mentions_by_match ON mentions (match_id);
CREATE INDEX drafts_by_match ON drafts (match_id);
CREATE INDEX visits_by_match ON visits (match_id);
CREATE INDEX premoves_by_match ON premoves (match_id);
CREATE INDEX told_later_by_match ON told_later (match_id);
CREATE INDEX absences_by_match ON absences (match_id);
CREATE INDEX departures_by_match ON departures (match_id);
CREATE INDEX involvements_by_match ON involvements (match_id);
CREATE INDEX private_notes_by_match ON private_notes (match_id);
CREATE INDEX blocks_by_blocked ON blocks (blocked, person);
CREATE INDEX lobbies_by_guild ON lobbies (guild);
