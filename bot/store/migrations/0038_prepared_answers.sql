-- Revises: 0037_studies
-- Reason: answers are prepared for several moves ahead, and are played after a minute or two, so
-- that nobody can tell by the time that they were prepared.

-- `when_played` has the moves that an answer waits for, a line each. Answers prepared on different
-- boards wait at the same time. Those prepared before are played at once, as was said then.
CREATE TABLE premoves_before AS SELECT * FROM premoves;

DROP TABLE premoves;

CREATE TABLE premoves (
    person bigint NOT NULL,
    match_id bigint NOT NULL REFERENCES matches (id),
    plies integer NOT NULL,
    when_played text NOT NULL,
    answer text NOT NULL,
    board_seq integer NOT NULL DEFAULT 0,
    at_once smallint NOT NULL DEFAULT 1,
    PRIMARY KEY (person, match_id, plies, when_played)
);

CREATE INDEX premoves_by_match ON premoves (match_id);

INSERT INTO premoves (person, match_id, plies, when_played, answer, board_seq)
SELECT person, match_id, plies, when_played, answer, board_seq FROM premoves_before;

DROP TABLE premoves_before;

-- The premoves of a match are to be looked at from `due_at` on: with every turn, and again when the
-- answer for the turn that began with `seq` is to be played.
CREATE TABLE replies (
    match_id bigint NOT NULL REFERENCES matches (id),
    seq integer NOT NULL,
    due_at timestamptz NOT NULL,
    changes integer NOT NULL,
    PRIMARY KEY (match_id)
);

CREATE INDEX replies_due ON replies (due_at);

-- Those that a version before has not played yet.
INSERT INTO replies (match_id, seq, due_at, changes)
SELECT match_id, 0, '2000-01-01T00:00:00.000000+00:00', 0 FROM premoves GROUP BY match_id;
