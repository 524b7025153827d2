-- Revises: 0005_lists_and_positions
-- Reason: a refused post is kept and tried again, old buttons are taken off until it has worked,
-- and what Discord has refused is counted apart from what the way to it has lost.

-- A refused post (`refused`) still waits for its `retry_at`, but holds up no other of its match.
-- `refusals` counts what Discord refused; `tries` counts all that failed.
-- `clear_at` is an instant at which the post did not stand in its channel.
-- `has_buttons` says that a delivered post has buttons that hold; once they don't, `remove_at` is
-- when to take them off next, and `tries` counts those tries.
ALTER TABLE outbox ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN clear_at TEXT;
ALTER TABLE outbox ADD COLUMN has_buttons INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN remove_at TEXT;

CREATE INDEX outbox_refused ON outbox (match_id) WHERE refused = 1;
CREATE INDEX outbox_buttons ON outbox (match_id, id) WHERE has_buttons = 1;
CREATE INDEX outbox_remove ON outbox (remove_at) WHERE remove_at IS NOT NULL;

-- The boards that stand in open matches have their buttons on.
UPDATE outbox SET has_buttons = 1
WHERE id IN (
    SELECT (
        SELECT max(id) FROM outbox AS post INDEXED BY outbox_standing
        WHERE post.match_id = matches.id AND post.message IS NOT NULL
            AND post.kind IN ('challenge', 'turn')
    )
    FROM matches WHERE status IN ('invited', 'running')
);

-- What was given up last in an open match is tried once more.
UPDATE outbox SET refused = 1, retry_at = (SELECT updated FROM matches WHERE id = match_id)
WHERE retry_at IS NULL AND message IS NULL AND (match_id, id) IN (
    SELECT match_id, max(id) FROM outbox
    WHERE match_id IN (SELECT id FROM matches WHERE status IN ('invited', 'running'))
    GROUP BY match_id
);
