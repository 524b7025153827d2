-- Revises: 0039_exclusions
-- Reason: a page of a leaderboard is read off an index in its order, however many are rated.

-- Those of the person's rating, null without one.
ALTER TABLE rated_guilds ADD COLUMN points bigint;
ALTER TABLE rated_guilds ADD COLUMN certain_until timestamptz;

UPDATE rated_guilds SET
    points = (
        SELECT ratings.points FROM ratings
        WHERE ratings.person = rated_guilds.person AND ratings.pool = rated_guilds.pool
    ),
    certain_until = (
        SELECT ratings.certain_until FROM ratings
        WHERE ratings.person = rated_guilds.person AND ratings.pool = rated_guilds.pool
    );

DROP INDEX rated_guilds_by_pool;
CREATE INDEX rated_guilds_by_points
ON rated_guilds (guild, pool, points DESC, person, certain_until, at);

DROP INDEX ratings_by_points;
CREATE INDEX ratings_by_points ON ratings (pool, points DESC, person, certain_until, at);
