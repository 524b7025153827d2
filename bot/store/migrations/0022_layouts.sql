-- Revises: 0021_no_triggers
-- Reason: a message that is laid out by components stays so, and is edited as one.

-- `laid_out` says that of a delivered post.
ALTER TABLE outbox ADD COLUMN laid_out integer NOT NULL DEFAULT 0;
