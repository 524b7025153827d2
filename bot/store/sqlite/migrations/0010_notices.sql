-- Revises: 0009_takebacks
-- Reason: who has been called to which turn, whom to remind and when, and posts for one person.

-- `turn_seq` is the event with which the turn of a person began, NULL where no person is to move;
-- `turn_known` says that they know of it without being called.
ALTER TABLE matches ADD COLUMN turn_seq INTEGER;
ALTER TABLE matches ADD COLUMN turn_known INTEGER NOT NULL DEFAULT 0;

-- One row for each turn that a person has to make. It waits for its board while neither `called_at`
-- nor `next_at` is set. `called_at` is when the person was told (or nobody is, by their own wish),
-- `last_at` when they were last told of the turn in any way, `next_at` when there is next something
-- to do about it.
CREATE TABLE notices (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    seq INTEGER NOT NULL,
    person INTEGER NOT NULL,
    began TEXT NOT NULL,
    called_at TEXT,
    last_at TEXT,
    reminders INTEGER NOT NULL DEFAULT 0,
    warned INTEGER NOT NULL DEFAULT 0,
    muted INTEGER NOT NULL DEFAULT 0,
    next_at TEXT
) STRICT;

CREATE INDEX notices_by_time ON notices (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX notices_by_person ON notices (person);

-- What is held for a person besides their turns: an offer of a draw, the end of a match.
CREATE TABLE mentions (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    next_at TEXT NOT NULL
) STRICT;

CREATE INDEX mentions_by_time ON mentions (next_at);
CREATE INDEX mentions_by_person ON mentions (person);

-- A post for one person, in a direct message (`direct`) or in the channel of its match. `about` is
-- a list of [match, event, kind]; `written` is when it was written.
ALTER TABLE outbox ADD COLUMN person INTEGER;
ALTER TABLE outbox ADD COLUMN direct INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN about TEXT CHECK (about IS NULL OR json_valid(about));
ALTER TABLE outbox ADD COLUMN written TEXT;

-- Beside what people and servers prefer: how people want to be called.
CREATE TABLE chosen (
    scope TEXT NOT NULL CHECK (scope IN ('person', 'guild', 'notices')),
    owner INTEGER NOT NULL,
    said TEXT NOT NULL CHECK (json_valid(said)),
    PRIMARY KEY (scope, owner)
) STRICT, WITHOUT ROWID;
INSERT INTO chosen (scope, owner, said) SELECT scope, owner, said FROM preferences;
DROP TABLE preferences;
ALTER TABLE chosen RENAME TO preferences;

-- When the person last looked at the board.
ALTER TABLE visits ADD COLUMN at TEXT;

-- Whoever is to move was called by their board, unless that still waits to be posted. They may be
-- reminded two days from now, and a day before their time is over, if that was not done yet.
UPDATE matches SET turn_seq = (
    SELECT max(seq) FROM events
    WHERE match_id = matches.id AND kind IN ('started', 'played', 'resigned', 'taken_back')
)
WHERE status = 'running' AND turn IS NOT NULL;

INSERT INTO notices (match_id, seq, person, began, called_at, last_at, warned)
SELECT id, turn_seq, turn, updated, updated, updated, EXISTS (
    SELECT 1 FROM events WHERE match_id = id AND kind = 'reminded' AND events.seq > turn_seq
)
FROM matches WHERE turn_seq IS NOT NULL;

UPDATE notices SET called_at = NULL, last_at = NULL
WHERE EXISTS (
    SELECT 1 FROM outbox
    WHERE outbox.match_id = notices.match_id AND outbox.seq >= notices.seq
        AND kind = 'turn' AND retry_at IS NOT NULL
);

UPDATE notices SET next_at = (
    SELECT min(
        strftime('%Y-%m-%dT%H:%M:%S', 'now', '+2 days') || '.000000+00:00',
        CASE WHEN warned OR deadline IS NULL THEN '9'
        ELSE strftime('%Y-%m-%dT%H:%M:%S', deadline, '-1 day') || '.000000+00:00' END
    ) FROM matches WHERE id = match_id
)
WHERE called_at IS NOT NULL;

-- The clock reminds nobody any more: it is due when the time is over. (Due at once is the bot.)
UPDATE matches SET due = min(deadline, coalesce(due_otherwise, deadline))
WHERE status = 'running' AND due > updated AND due < deadline;
