-- Revises: 0022_layouts
-- Reason: which levels of the bot somebody has beaten, of which game and from which seat.

-- It outlives the match: a row is written with its end, and stays as long as the person does.
CREATE TABLE rungs (
    person bigint NOT NULL,
    game text NOT NULL,
    level smallint NOT NULL,
    seat smallint NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (person, game, level, seat)
);
