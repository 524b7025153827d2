-- Revises: 0028_leader_roles
-- Reason: a match that nobody is asked for is made once, however often it is tried.

-- Each has a name of its own, such as that of the pair or the fixture it belongs to. A row without
-- a match stands for one that is still to be made.
CREATE TABLE arrangements (
    name text PRIMARY KEY,
    match_id bigint REFERENCES matches (id)
);

CREATE UNIQUE INDEX arrangements_by_match ON arrangements (match_id);
