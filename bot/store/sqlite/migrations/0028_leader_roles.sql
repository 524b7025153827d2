-- Revises: 0027_competitions
-- Reason: the roles that servers give to whoever leads a game in them.

CREATE TABLE leader_roles (
    role INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    channel INTEGER NOT NULL,
    holder INTEGER,
    ends INTEGER NOT NULL,
    due_at TEXT,
    trouble TEXT NOT NULL,
    changes INTEGER NOT NULL
) STRICT;

CREATE INDEX leader_roles_by_guild ON leader_roles (guild, role);
CREATE INDEX leader_roles_by_time ON leader_roles (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX leader_roles_by_holder ON leader_roles (holder) WHERE holder IS NOT NULL;
