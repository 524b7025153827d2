-- Revises: 0002_drafts
-- Reason: how people and servers like things, and what each person has last seen of a match.

-- `scope` is `person` or `guild`, `owner` the Discord id of that person or server.
CREATE TABLE preferences (
    scope TEXT NOT NULL CHECK (scope IN ('person', 'guild')),
    owner INTEGER NOT NULL,
    said TEXT NOT NULL CHECK (json_valid(said)),
    PRIMARY KEY (scope, owner)
) STRICT, WITHOUT ROWID;

-- `seq` is the event whose board the person has seen.
CREATE TABLE visits (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;
