-- Revises: 0015_places
-- Reason: lists of a channel's challenges pass by the matches that run there.

CREATE INDEX matches_open_challenges ON matches (channel, id) WHERE status = 'invited';
