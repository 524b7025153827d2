-- Revises: 0016_lobby_pages
-- Reason: while players answer within minutes, their board changes in place and calls nobody.

-- The last fast stretch of each match that has had one: what happened behind the event `began`, and
-- up to the event `ended` once it is over. `person` has begun it. At `due_at` it ends; NULL once it
-- is over.
CREATE TABLE stretches (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    began INTEGER NOT NULL,
    person INTEGER NOT NULL,
    due_at TEXT,
    ended INTEGER,
    CHECK ((due_at IS NULL) = (ended IS NOT NULL))
) STRICT;

CREATE INDEX stretches_by_time ON stretches (due_at) WHERE due_at IS NOT NULL;
