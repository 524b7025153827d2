-- Revises: 0026_newcomers
-- Reason: leagues with their seasons, and tournaments: who takes part and who meets whom.

-- What a league's matches agree on is JSON. Its living post is touched again at `shows`.
CREATE TABLE leagues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    name TEXT NOT NULL,
    terms TEXT NOT NULL,
    weeks INTEGER NOT NULL,
    size INTEGER NOT NULL,
    host INTEGER,
    begins TEXT,
    season INTEGER NOT NULL,
    current INTEGER,
    changes INTEGER NOT NULL,
    message INTEGER,
    shown INTEGER NOT NULL,
    shows TEXT NOT NULL
) STRICT;

CREATE INDEX leagues_by_guild ON leagues (guild, id);
CREATE INDEX leagues_by_host ON leagues (host) WHERE host IS NOT NULL;
CREATE INDEX leagues_by_time ON leagues (begins) WHERE begins IS NOT NULL;
CREATE INDEX leagues_stale ON leagues (shows) WHERE shown <> changes;

CREATE TABLE members (
    league INTEGER NOT NULL,
    person INTEGER NOT NULL,
    called TEXT NOT NULL,
    since TEXT NOT NULL,
    position INTEGER,
    PRIMARY KEY (person, league)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_league ON members (league);

-- Seasons of leagues, which stay when their league is closed, and tournaments.
CREATE TABLE competitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    format TEXT NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    name TEXT NOT NULL,
    terms TEXT NOT NULL,
    host INTEGER,
    phase TEXT NOT NULL,
    begins TEXT NOT NULL,
    ends TEXT NOT NULL,
    league INTEGER,
    season INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    round INTEGER NOT NULL,
    round_days INTEGER,
    round_ends TEXT,
    due_at TEXT,
    changes INTEGER NOT NULL,
    message INTEGER,
    shown INTEGER NOT NULL,
    shows TEXT NOT NULL,
    told TEXT NOT NULL
) STRICT;

CREATE INDEX competitions_by_guild ON competitions (guild, id);
CREATE INDEX competitions_open ON competitions (guild, id)
    WHERE phase IN ('sign_up', 'running');
CREATE INDEX competitions_by_league ON competitions (league, id) WHERE league IS NOT NULL;
CREATE INDEX competitions_by_host ON competitions (host) WHERE host IS NOT NULL;
CREATE INDEX competitions_by_time ON competitions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX competitions_stale ON competitions (shows) WHERE shown <> changes;

CREATE TABLE entrants (
    competition INTEGER NOT NULL,
    number INTEGER NOT NULL,
    person INTEGER,
    called TEXT NOT NULL,
    division INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    presence TEXT NOT NULL,
    PRIMARY KEY (competition, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX entrants_by_person ON entrants (person, competition) WHERE person IS NOT NULL;

CREATE TABLE fixtures (
    competition INTEGER NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    division INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER,
    first_match INTEGER,
    points TEXT,
    settlement TEXT,
    PRIMARY KEY (competition, round, board)
) STRICT, WITHOUT ROWID;

-- The competition that made a match.
ALTER TABLE matches ADD COLUMN competition INTEGER;
CREATE INDEX matches_by_competition ON matches (competition, id)
    WHERE competition IS NOT NULL;
