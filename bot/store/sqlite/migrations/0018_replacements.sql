-- Revises: 0017_stretches
-- Reason: somebody else may play on for a player who leaves, whose moves stay their own.

-- People and the matches that they played in until somebody else played on for them.
CREATE TABLE departures (
    person INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    PRIMARY KEY (person, match_id)
) STRICT, WITHOUT ROWID;
