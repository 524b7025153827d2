-- Revises: 0038_prepared_answers
-- Reason: the owner of the bot excludes people and servers, and announces maintenance.

CREATE TABLE exclusions (
    scope text NOT NULL,
    owner bigint NOT NULL,
    reason text NOT NULL,
    since timestamptz NOT NULL,
    PRIMARY KEY (scope, owner)
);

-- At most one row: the newest.
CREATE TABLE announcements (
    number integer NOT NULL PRIMARY KEY,
    text text NOT NULL,
    at timestamptz NOT NULL
);
