-- Revises: 0027_competitions
-- Reason: the roles that servers give to whoever leads a game in them.

CREATE TABLE leader_roles (
    role bigint PRIMARY KEY,
    guild bigint NOT NULL,
    game text NOT NULL,
    channel bigint NOT NULL,
    holder bigint,
    ends smallint NOT NULL,
    due_at timestamptz,
    trouble text NOT NULL,
    changes integer NOT NULL
);

CREATE INDEX leader_roles_by_guild ON leader_roles (guild, role);
CREATE INDEX leader_roles_by_time ON leader_roles (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX leader_roles_by_holder ON leader_roles (holder) WHERE holder IS NOT NULL;
