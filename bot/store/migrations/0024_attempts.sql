-- Revises: 0023_ladder
-- Reason: how far people are in exercises, one row for each person and exercise.

CREATE TABLE attempts (
    person bigint NOT NULL,
    kind text NOT NULL,
    game text NOT NULL,
    name text NOT NULL,
    begun timestamptz NOT NULL,
    at timestamptz NOT NULL,
    line json NOT NULL,
    reached smallint NOT NULL,
    keys json NOT NULL,
    move text,
    offers json NOT NULL,
    changes integer NOT NULL,
    wrong json NOT NULL,
    reason text NOT NULL,
    tries integer NOT NULL,
    hints integer NOT NULL,
    helped smallint NOT NULL,
    solution_shown smallint NOT NULL,
    done timestamptz,
    PRIMARY KEY (person, kind, game, name)
);
