-- Revises: 0032_pairs
-- Reason: tournaments that are over are listed, and a server may have many more seasons.

CREATE INDEX competitions_tournaments ON competitions (guild, id) WHERE format <> 'season';
