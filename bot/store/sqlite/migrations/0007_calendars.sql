-- Revises: 0006_posts
-- Reason: when people sleep or are away, and the clocks whose deadlines move when they change that.

-- What holds from `since` on, until the next calendar of the person.
CREATE TABLE calendars (
    person INTEGER NOT NULL,
    since TEXT NOT NULL,
    calendar TEXT NOT NULL CHECK (json_valid(calendar)),
    PRIMARY KEY (person, since)
) STRICT, WITHOUT ROWID;

-- `clock_since` is when the turn's clock began to run, NULL where none can run out; `clock_budget`
-- how long it may run, in microseconds. `due_otherwise` is when the match is due for any reason but
-- its deadline.
ALTER TABLE matches ADD COLUMN clock_since TEXT;
ALTER TABLE matches ADD COLUMN clock_budget INTEGER;
ALTER TABLE matches ADD COLUMN due_otherwise TEXT;

CREATE INDEX matches_by_turn ON matches (turn, id) WHERE clock_since IS NOT NULL;

-- Clocks that run: those that have run out wait for a claim, and are not due. Nobody has a calendar
-- yet, so any beginning before the deadline is right with all the time from there to the deadline.
UPDATE matches SET clock_since = min(deadline, coalesce((
    SELECT max(at) FROM events
    WHERE match_id = matches.id AND kind IN ('started', 'played', 'resigned', 'announced')
), updated))
WHERE status = 'running' AND turn IS NOT NULL AND deadline IS NOT NULL AND due IS NOT NULL;

-- Seconds and microseconds apart: SQLite would round the times.
UPDATE matches SET clock_budget =
    (CAST(strftime('%s', substr(deadline, 1, 19)) AS INTEGER)
        - CAST(strftime('%s', substr(clock_since, 1, 19)) AS INTEGER)) * 1000000
    + CAST(substr(deadline, 21, 6) AS INTEGER) - CAST(substr(clock_since, 21, 6) AS INTEGER)
WHERE clock_since IS NOT NULL;

UPDATE matches SET due_otherwise = due WHERE status = 'invited';
UPDATE matches SET due_otherwise =
    strftime('%Y-%m-%dT%H:%M:%S', substr(updated, 1, 19), '+53 days') || substr(updated, 20)
WHERE status = 'running';
UPDATE matches SET due = min(coalesce(due, due_otherwise), due_otherwise) WHERE status = 'running';
