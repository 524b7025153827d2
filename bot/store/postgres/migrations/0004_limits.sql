-- Revises: 0003_shards
-- Reason: Nobody may open or ask for so much that it holds up everybody else.

-- What is open is counted off these, whatever has ended; SQLite counts without the rows themselves
-- where an index has the status too.
CREATE INDEX matches_by_host ON matches ((people -> 0 ->> 'id')) WHERE status = 'invited';
CREATE INDEX matches_invited_by_guild ON matches (guild, status) WHERE status = 'invited';
CREATE INDEX matches_running_by_guild ON matches (guild, status) WHERE status = 'running';
CREATE INDEX seats_running ON seats (person, status) WHERE status = 'running';

-- What a person or a server may ask for at a certain rate: when all of it is there again, in
-- microseconds since 1970. A row of the past means nothing.
CREATE TABLE allowances (
    scope text NOT NULL CHECK (scope IN ('person', 'guild')),
    owner bigint NOT NULL,
    name text NOT NULL,
    full_at bigint NOT NULL,
    PRIMARY KEY (scope, owner, name)
);

CREATE INDEX allowances_by_time ON allowances (full_at);

-- Open matches are counted by game, several times a minute.
CREATE INDEX matches_open_games ON matches (game, status) WHERE status IN ('invited', 'running');
