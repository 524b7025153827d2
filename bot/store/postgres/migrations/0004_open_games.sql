-- Revises: 0003_shards
-- Reason: open matches are counted by game, several times a minute.

CREATE INDEX matches_open_games ON matches (game, status) WHERE status IN ('invited', 'running');
