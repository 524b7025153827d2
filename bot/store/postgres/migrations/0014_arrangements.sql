-- Revises: 0013_leader_roles
-- Reason: the same as the migration 0029_arrangements of the file of SQLite.

CREATE TABLE arrangements (
    name text PRIMARY KEY,
    match_id bigint REFERENCES matches (id)
);

CREATE UNIQUE INDEX arrangements_by_match ON arrangements (match_id);
