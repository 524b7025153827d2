-- Revises: 0018_replacements
-- Reason: nobody may open or ask for so much that it holds up everybody else.

-- What is open is counted off these, whatever has ended. They have the status in them so that SQLite
-- looks at nothing else.
CREATE INDEX matches_by_host ON matches (people ->> '$[0].id') WHERE status = 'invited';
CREATE INDEX matches_invited_by_guild ON matches (guild, status) WHERE status = 'invited';
CREATE INDEX matches_running_by_guild ON matches (guild, status) WHERE status = 'running';
CREATE INDEX seats_running ON seats (person, status) WHERE status = 'running';

-- What a person or a server may ask for at a certain rate: when all of it is there again, in
-- microseconds since 1970. A row of the past means nothing.
CREATE TABLE allowances (
    scope TEXT NOT NULL CHECK (scope IN ('person', 'guild')),
    owner INTEGER NOT NULL,
    name TEXT NOT NULL,
    full_at INTEGER NOT NULL,
    PRIMARY KEY (scope, owner, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX allowances_by_time ON allowances (full_at);

-- Open matches are counted by game, several times a minute.
CREATE INDEX matches_open_games ON matches (game, status) WHERE status IN ('invited', 'running');
