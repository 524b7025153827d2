-- Revises: 0014_following
-- Reason: a match may be played in a thread of its own.

-- One row for each match about which something was chosen or that has had a thread. `mode` is what
-- was chosen for it, NULL where the server's word holds. `thread` is made from the message of the
-- same number. `note` is what the next post in the channel says about it; at `due_at` there is
-- something to do about the thread, and `tries` counts what failed of that. `told` is whether it
-- was said before that there can be no thread.
CREATE TABLE places (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    mode TEXT,
    thread INTEGER,
    state TEXT NOT NULL,
    note TEXT NOT NULL,
    due_at TEXT,
    tries INTEGER NOT NULL,
    told INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX places_by_thread ON places (thread) WHERE thread IS NOT NULL;
CREATE INDEX places_by_time ON places (due_at) WHERE due_at IS NOT NULL;
