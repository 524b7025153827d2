-- Revises: 0004_limits
-- Reason: the same as the migration 0020_privacy of the file of SQLite.

ALTER TABLE matches ADD COLUMN edition integer NOT NULL DEFAULT 0;

CREATE TABLE involvements (
    person bigint NOT NULL,
    match_id bigint NOT NULL REFERENCES matches (id),
    PRIMARY KEY (person, match_id)
);

-- The ids of the people whom an event names, by whatever field.
CREATE FUNCTION people_of(payload jsonb) RETURNS SETOF bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT (value #>> '{}')::bigint FROM jsonb_path_query(payload, 'lax $.*.id') AS found (value)
    UNION SELECT CASE jsonb_typeof(payload -> 'person')
        WHEN 'number' THEN (payload ->> 'person')::bigint
    END WHERE jsonb_typeof(payload -> 'person') = 'number'
    UNION SELECT (value #>> '{}')::bigint
    FROM jsonb_array_elements(coalesce(payload -> 'awaited', '[]')) AS found (value)
$$;

INSERT INTO involvements (person, match_id)
SELECT named, match_id FROM events, people_of(events.payload) AS named
WHERE (kind IN ('declined', 'withdrawn', 'replacement_asked', 'replacement_agreed',
        'replacement_declined', 'replacement_withdrawn', 'replaced')
    OR (kind IN ('challenged', 'accepted', 'started') AND NOT EXISTS (
        SELECT 1 FROM seats WHERE seats.person = named AND seats.match_id = events.match_id)))
ON CONFLICT DO NOTHING;

CREATE TABLE deletions (
    person bigint PRIMARY KEY,
    asked_at timestamptz NOT NULL
);

CREATE TABLE servers (
    guild bigint PRIMARY KEY,
    left_at timestamptz,
    due_at timestamptz
);

CREATE INDEX servers_by_time ON servers (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX outbox_by_match ON outbox (match_id, seq);
CREATE INDEX outbox_by_person ON outbox (person, id) WHERE person IS NOT NULL;
CREATE INDEX mentions_by_match ON mentions (match_id);
CREATE INDEX drafts_by_match ON drafts (match_id);
CREATE INDEX visits_by_match ON visits (match_id);
CREATE INDEX premoves_by_match ON premoves (match_id);
CREATE INDEX told_later_by_match ON told_later (match_id);
CREATE INDEX absences_by_match ON absences (match_id);
CREATE INDEX departures_by_match ON departures (match_id);
CREATE INDEX involvements_by_match ON involvements (match_id);
CREATE INDEX private_notes_by_match ON private_notes (match_id);
CREATE INDEX blocks_by_blocked ON blocks (blocked, person);
CREATE INDEX lobbies_by_guild ON lobbies (guild);
