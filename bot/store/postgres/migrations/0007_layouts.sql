-- Revises: 0006_no_triggers
-- Reason: the same as the migration 0022_layouts of the file of SQLite.

ALTER TABLE outbox ADD COLUMN laid_out integer NOT NULL DEFAULT 0;
