-- Revises: 0007_layouts
-- Reason: the same as the migration 0023_ladder of the file of SQLite.

CREATE TABLE rungs (
    person bigint NOT NULL,
    game text NOT NULL,
    level smallint NOT NULL,
    seat smallint NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (person, game, level, seat)
);
