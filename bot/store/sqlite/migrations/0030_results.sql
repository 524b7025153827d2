-- Revises: 0029_arrangements
-- Reason: results of ended matches by person, and the contests and weeks that ratings follow from.

CREATE TABLE results (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    game TEXT NOT NULL,
    guild INTEGER,
    at TEXT NOT NULL,
    seat INTEGER NOT NULL,
    players INTEGER NOT NULL,
    points INTEGER NOT NULL,
    opponent INTEGER,
    ending TEXT NOT NULL,
    plies INTEGER NOT NULL,
    chain INTEGER NOT NULL,
    captures INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    competition INTEGER,
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_match ON results (match_id);
CREATE INDEX results_by_opponent ON results (person, game, opponent, points);
CREATE INDEX results_by_chain ON results (person, game, chain DESC, match_id) WHERE chain > 0;
CREATE INDEX results_by_captures ON results (person, game, captures DESC, match_id)
WHERE captures > 0;

-- A contest has the number of its first match, and stays behind it; `second` is the other one of a
-- pair, once that has ended. Until it is settled only its time is known.
CREATE TABLE contests (
    number INTEGER PRIMARY KEY,
    second INTEGER,
    pool TEXT,
    guild INTEGER,
    at TEXT NOT NULL,
    eligibility TEXT,
    due_at TEXT
) STRICT;

CREATE INDEX contests_by_time ON contests (due_at, number) WHERE due_at IS NOT NULL;
CREATE INDEX contests_by_end ON contests (at, number) WHERE eligibility IS NOT NULL;
CREATE INDEX contests_by_guild ON contests (guild) WHERE guild IS NOT NULL;

-- `rating` is that with which the week of the contest began.
CREATE TABLE contest_people (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    late INTEGER NOT NULL,
    rating TEXT NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX contest_people_by_person ON contest_people (person, number);

-- After each week in which somebody had a contest that counts.
CREATE TABLE rating_points (
    person INTEGER NOT NULL,
    pool TEXT NOT NULL,
    period TEXT NOT NULL,
    rating TEXT NOT NULL,
    contests INTEGER NOT NULL,
    PRIMARY KEY (person, pool, period)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    person INTEGER NOT NULL,
    pool TEXT NOT NULL,
    called TEXT NOT NULL,
    period TEXT NOT NULL,
    rating TEXT NOT NULL,
    contests INTEGER NOT NULL,
    at TEXT NOT NULL,
    certain_until TEXT NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (person, pool)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_points ON ratings (pool, points DESC, person);

CREATE TABLE rated_guilds (
    person INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    pool TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (person, guild, pool)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_guilds_by_pool ON rated_guilds (guild, pool, at, person);

-- How often ratings have changed, and the number before which no match has results yet.
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO counters (name, value)
SELECT 'older_results', max(id) + 1 FROM matches HAVING max(id) IS NOT NULL;
