-- Revises: 0029_arrangements
-- Reason: results of ended matches by person, and the contests and weeks that ratings follow from.

CREATE TABLE results (
    person bigint NOT NULL,
    match_id bigint NOT NULL REFERENCES matches (id),
    game text NOT NULL,
    guild bigint,
    at timestamptz NOT NULL,
    seat integer NOT NULL,
    players integer NOT NULL,
    points bigint NOT NULL,
    opponent bigint,
    ending text NOT NULL,
    plies integer NOT NULL,
    chain integer NOT NULL,
    captures integer NOT NULL,
    rated integer NOT NULL,
    competition bigint,
    PRIMARY KEY (person, match_id)
);

CREATE INDEX results_by_match ON results (match_id);
CREATE INDEX results_by_opponent ON results (person, game, opponent, points);
CREATE INDEX results_by_chain ON results (person, game, chain DESC, match_id) WHERE chain > 0;
CREATE INDEX results_by_captures ON results (person, game, captures DESC, match_id)
WHERE captures > 0;

-- A contest has the number of its first match, and stays behind it; `second` is the other one of a
-- pair, once that has ended. Until it is settled only its time is known.
CREATE TABLE contests (
    number bigint PRIMARY KEY,
    second bigint,
    pool text,
    guild bigint,
    at timestamptz NOT NULL,
    eligibility text,
    due_at timestamptz
);

CREATE INDEX contests_by_time ON contests (due_at, number) WHERE due_at IS NOT NULL;
CREATE INDEX contests_by_end ON contests (at, number) WHERE eligibility IS NOT NULL;
CREATE INDEX contests_by_guild ON contests (guild) WHERE guild IS NOT NULL;

-- `rating` is that with which the week of the contest began.
CREATE TABLE contest_people (
    number bigint NOT NULL,
    seat integer NOT NULL,
    person bigint NOT NULL,
    rank integer NOT NULL,
    late integer NOT NULL,
    rating jsonb NOT NULL,
    PRIMARY KEY (number, seat)
);

CREATE INDEX contest_people_by_person ON contest_people (person, number);

-- After each week in which somebody had a contest that counts.
CREATE TABLE rating_points (
    person bigint NOT NULL,
    pool text NOT NULL,
    period text NOT NULL,
    rating jsonb NOT NULL,
    contests integer NOT NULL,
    PRIMARY KEY (person, pool, period)
);

CREATE TABLE ratings (
    person bigint NOT NULL,
    pool text NOT NULL,
    called text NOT NULL,
    period text NOT NULL,
    rating jsonb NOT NULL,
    contests integer NOT NULL,
    at timestamptz NOT NULL,
    certain_until timestamptz NOT NULL,
    points bigint NOT NULL,
    PRIMARY KEY (person, pool)
);

CREATE INDEX ratings_by_points ON ratings (pool, points DESC, person);

CREATE TABLE rated_guilds (
    person bigint NOT NULL,
    guild bigint NOT NULL,
    pool text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (person, guild, pool)
);

CREATE INDEX rated_guilds_by_pool ON rated_guilds (guild, pool, at, person);

-- How often ratings have changed, and the number before which no match has results yet.
CREATE TABLE counters (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

INSERT INTO counters (name, value)
SELECT 'older_results', max(id) + 1 FROM matches HAVING max(id) IS NOT NULL;
