-- Revises: 0034_living_posts
-- Reason: tables and columns are called what the rest of the bot calls what they hold.

ALTER TABLE told_later RENAME TO waiting_notes;
DROP INDEX told_later_by_match;
CREATE INDEX waiting_notes_by_match ON waiting_notes (match_id);

ALTER TABLE followers_told RENAME TO followers_notified;

ALTER TABLE preferences RENAME COLUMN said TO settings;
ALTER TABLE places RENAME COLUMN told TO explained;
