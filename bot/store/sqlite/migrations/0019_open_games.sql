-- Revises: 0018_replacements
-- Reason: open matches are counted by game, several times a minute.

CREATE INDEX matches_open_games ON matches (game, status) WHERE status IN ('invited', 'running');
