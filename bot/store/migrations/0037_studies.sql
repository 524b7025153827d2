-- Revises: 0036_ratings_by_contest
-- Reason: studies, one row for each person and study, with the move that is being made in it.

-- A study of a match has the number of the match. `seq` is the event up to which it has followed
-- that. The tree is last, so that titles are read without it.
CREATE TABLE studies (
    person bigint NOT NULL,
    number bigint NOT NULL,
    match_id bigint,
    title text NOT NULL,
    at timestamptz NOT NULL,
    seq integer NOT NULL,
    keys json NOT NULL,
    move text,
    offers json NOT NULL,
    changes integer NOT NULL,
    study json NOT NULL,
    PRIMARY KEY (person, number)
);

CREATE INDEX studies_by_match ON studies (match_id) WHERE match_id IS NOT NULL;
