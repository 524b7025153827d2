SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA bumpbot_old;
CREATE FUNCTION bumpbot_old.calendar_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE notices SET next_at = began
    WHERE person = new.person AND (called_at IS NOT NULL OR next_at IS NOT NULL);
    UPDATE mentions SET next_at = (SELECT updated FROM matches WHERE id = match_id)
    WHERE person = new.person;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.followed_match_goes_on() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM mentions WHERE match_id = new.id AND kind = 'followed';
    INSERT INTO mentions (person, match_id, seq, kind, next_at)
    SELECT person, new.id, new.seq, 'followed',
        date_trunc('second', new.updated) + interval '1 minute'
    FROM followers WHERE match_id = new.id;
    IF new.status NOT IN ('invited', 'running') THEN
        DELETE FROM followers WHERE match_id = new.id;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.follower_told() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO followers_told (person, at) VALUES (new.person, new.written)
    ON CONFLICT (person) DO UPDATE SET at = excluded.at;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.lobby_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- A list that is just being put up waits for this change, and counts as not showing it.
    PERFORM pg_advisory_xact_lock_shared(new.channel);
    UPDATE lobbies SET changes = changes + 1 WHERE channel = new.channel;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.muster_failed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM events WHERE match_id = new.match_id AND kind = 'mustered') THEN
        INSERT INTO absences (person, match_id)
        SELECT person, match_id FROM seats WHERE match_id = new.match_id
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.posts_before() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE outbox SET retry_at = least(retry_at, new.retry_at)
    WHERE match_id = new.match_id AND refused = 1 AND retry_at IS NOT NULL AND id < new.id
        AND person IS NULL;
    UPDATE outbox SET retry_at = NULL, refused = 0, error = 'told with the next post'
    WHERE match_id = new.match_id AND retry_at IS NOT NULL AND id < new.id AND kind = 'thinking';
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.seat_handed_over() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    leaver bigint := (new.payload -> 'former' ->> 'id')::bigint;
    successor bigint := (new.payload -> 'person' ->> 'id')::bigint;
BEGIN
    INSERT INTO departures (person, match_id) VALUES (leaver, new.match_id)
    ON CONFLICT DO NOTHING;
    DELETE FROM drafts WHERE person = leaver AND match_id = new.match_id;
    DELETE FROM premoves WHERE person = leaver AND match_id = new.match_id;
    DELETE FROM mentions WHERE person IN (leaver, successor) AND match_id = new.match_id;
    DELETE FROM followers WHERE match_id = new.match_id AND person = successor;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.seat_lost() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM events WHERE match_id = new.match_id AND kind = 'mustered') THEN
        INSERT INTO absences (person, match_id)
        VALUES ((new.payload ->> 'person')::bigint, new.match_id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.seats_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM seats WHERE match_id = new.id;
    INSERT INTO seats (person, match_id, channel, status)
    SELECT DISTINCT (value ->> 'id')::bigint, new.id, new.channel, new.status
    FROM jsonb_array_elements(new.people);
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.seats_taken() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO seats (person, match_id, channel, status)
    SELECT DISTINCT (value ->> 'id')::bigint, new.id, new.channel, new.status
    FROM jsonb_array_elements(new.people);
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.standing_answered() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF new.status IN ('running', 'ended') THEN
        UPDATE standing_challenges SET taken = 1 WHERE match_id = new.id;
    ELSE
        DELETE FROM standing_challenges WHERE match_id = new.id;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.stretch_goes_on() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE stretches
    SET due_at = CASE new.status
        WHEN 'running' THEN date_trunc('second', new.updated) + interval '10 minutes'
        ELSE new.updated
    END
    WHERE match_id = new.id AND due_at > new.updated;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.turn_begun() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE known timestamptz := CASE WHEN new.turn_known = 1 THEN new.updated END;
BEGIN
    DELETE FROM notices WHERE match_id = new.id;
    IF new.turn_seq IS NOT NULL THEN
        INSERT INTO notices (match_id, seq, person, began, called_at, last_at, next_at)
        VALUES (new.id, new.turn_seq, new.turn, new.updated, known, known, known);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION bumpbot_old.turn_deadline_moved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE notices
    SET next_at = new.updated,
        last_at = CASE WHEN old.deadline <= new.updated THEN new.updated ELSE last_at END,
        warned = CASE
            WHEN new.deadline IS NULL THEN 0
            WHEN old.deadline <= new.updated
                THEN (new.deadline - new.updated < interval '25 hours')::integer
            WHEN new.deadline - old.deadline > interval '86313 seconds 600 milliseconds' THEN 0
            ELSE warned
        END
    WHERE match_id = new.id AND called_at IS NOT NULL;
    RETURN NULL;
END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE bumpbot_old.absences (
    person bigint NOT NULL,
    match_id bigint NOT NULL
);
CREATE TABLE bumpbot_old.blocks (
    person bigint NOT NULL,
    blocked bigint NOT NULL,
    name text NOT NULL
);
CREATE UNLOGGED TABLE bumpbot_old.budgets (
    name text NOT NULL,
    next_at timestamp with time zone NOT NULL
);
CREATE TABLE bumpbot_old.calendars (
    person bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    calendar json NOT NULL
);
CREATE TABLE bumpbot_old.claims (
    kind text NOT NULL,
    id bigint NOT NULL,
    process bigint NOT NULL,
    until timestamp with time zone NOT NULL
);
CREATE TABLE bumpbot_old.departures (
    person bigint NOT NULL,
    match_id bigint NOT NULL
);
CREATE TABLE bumpbot_old.drafts (
    person bigint NOT NULL,
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    changes integer NOT NULL,
    keys json NOT NULL,
    move text,
    offers json NOT NULL
);
CREATE TABLE bumpbot_old.events (
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT events_seq_check CHECK ((seq > 0))
);
CREATE TABLE bumpbot_old.followers (
    match_id bigint NOT NULL,
    person bigint NOT NULL
);
CREATE TABLE bumpbot_old.followers_told (
    person bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE bumpbot_old.lobbies (
    channel bigint NOT NULL,
    guild bigint NOT NULL,
    message bigint NOT NULL,
    changes integer DEFAULT 0 NOT NULL,
    shown integer DEFAULT 0 NOT NULL
);
CREATE TABLE bumpbot_old.match_numbers (
    last bigint NOT NULL
);
CREATE TABLE bumpbot_old.matches (
    id bigint NOT NULL,
    seq integer NOT NULL,
    game text NOT NULL,
    status text NOT NULL,
    channel bigint NOT NULL,
    guild bigint,
    people jsonb NOT NULL,
    turn bigint,
    deadline timestamp with time zone,
    due timestamp with time zone,
    updated timestamp with time zone NOT NULL,
    clock_since timestamp with time zone,
    clock_budget bigint,
    due_otherwise timestamp with time zone,
    turn_seq integer,
    turn_known integer DEFAULT 0 NOT NULL,
    awaited jsonb,
    CONSTRAINT matches_seq_check CHECK ((seq > 0))
);
CREATE TABLE bumpbot_old.mentions (
    id bigint NOT NULL,
    person bigint NOT NULL,
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    kind text NOT NULL,
    next_at timestamp with time zone NOT NULL
);
ALTER TABLE bumpbot_old.mentions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME bumpbot_old.mentions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE bumpbot_old.migrations (
    number integer NOT NULL,
    name text NOT NULL,
    applied timestamp with time zone NOT NULL
);
CREATE TABLE bumpbot_old.notices (
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    person bigint NOT NULL,
    began timestamp with time zone NOT NULL,
    called_at timestamp with time zone,
    last_at timestamp with time zone,
    reminders integer DEFAULT 0 NOT NULL,
    warned integer DEFAULT 0 NOT NULL,
    muted integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone
);
CREATE TABLE bumpbot_old.outbox (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    kind text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    retry_at timestamp with time zone,
    error text,
    channel bigint,
    message bigint,
    refused integer DEFAULT 0 NOT NULL,
    refusals integer DEFAULT 0 NOT NULL,
    clear_at timestamp with time zone,
    has_buttons integer DEFAULT 0 NOT NULL,
    remove_at timestamp with time zone,
    person bigint,
    direct integer DEFAULT 0 NOT NULL,
    about jsonb,
    written timestamp with time zone
);
ALTER TABLE bumpbot_old.outbox ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME bumpbot_old.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE bumpbot_old.places (
    match_id bigint NOT NULL,
    mode text,
    thread bigint,
    state text NOT NULL,
    note text NOT NULL,
    due_at timestamp with time zone,
    tries integer NOT NULL,
    told integer NOT NULL
);
CREATE TABLE bumpbot_old.positions (
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    rules text NOT NULL,
    "position" json NOT NULL
);
CREATE TABLE bumpbot_old.preferences (
    scope text NOT NULL,
    owner bigint NOT NULL,
    said json NOT NULL,
    CONSTRAINT preferences_scope_check CHECK ((scope = ANY (ARRAY['person'::text, 'guild'::text, 'notices'::text])))
);
CREATE TABLE bumpbot_old.premoves (
    person bigint NOT NULL,
    match_id bigint NOT NULL,
    plies integer NOT NULL,
    when_played text NOT NULL,
    answer text NOT NULL,
    board_seq integer DEFAULT 0 NOT NULL
);
CREATE TABLE bumpbot_old.private_notes (
    person bigint NOT NULL,
    match_id bigint NOT NULL,
    text text NOT NULL
);
CREATE TABLE bumpbot_old.processes (
    id bigint NOT NULL,
    alive_until timestamp with time zone NOT NULL,
    first_shard integer,
    last_shard integer,
    shard_count integer
);
ALTER TABLE bumpbot_old.processes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME bumpbot_old.processes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE bumpbot_old.seats (
    person bigint NOT NULL,
    match_id bigint NOT NULL,
    channel bigint NOT NULL,
    status text NOT NULL
);
CREATE TABLE bumpbot_old.standing_challenges (
    match_id bigint NOT NULL,
    host bigint NOT NULL,
    channel bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    taken integer DEFAULT 0 NOT NULL
);
CREATE TABLE bumpbot_old.stretches (
    match_id bigint NOT NULL,
    began integer NOT NULL,
    person bigint NOT NULL,
    due_at timestamp with time zone,
    ended integer,
    CONSTRAINT stretches_check CHECK (((due_at IS NULL) = (ended IS NOT NULL)))
);
CREATE TABLE bumpbot_old.told_later (
    person bigint NOT NULL,
    match_id bigint NOT NULL,
    text text NOT NULL
);
CREATE TABLE bumpbot_old.visits (
    person bigint NOT NULL,
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    at timestamp with time zone
);
INSERT INTO bumpbot_old.absences VALUES
	(2, 1);
INSERT INTO bumpbot_old.blocks VALUES
	(4, 2, 'Grace “🎲”');
INSERT INTO bumpbot_old.calendars VALUES
	(1, '2026-03-01 12:02:00.000007+00', '{"zone": "Europe/Berlin", "sleep": null, "weekend": [], "vacations": [], "automatic_vacation": true}');
INSERT INTO bumpbot_old.departures VALUES
	(1, 4);
INSERT INTO bumpbot_old.drafts VALUES
	(1, 2, 9, 0, '["01", "02"]', NULL, '[]');
INSERT INTO bumpbot_old.events VALUES
	(1, 1, 'challenged', '{"days": 7, "game": "bump", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 7, "expires": "2026-03-08T12:03:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 12:03:00.000007+00'),
	(1, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-01 12:05:00.000007+00'),
	(1, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 12:05:00.000007+00'),
	(1, 4, 'played', '{"seat": 1, "text": "111,24", "used": 180000000}', '2026-03-01 12:08:00.000007+00'),
	(1, 5, 'played', '{"seat": 2, "text": "591,593-2", "used": 120000000}', '2026-03-01 12:10:00.000007+00'),
	(1, 6, 'played', '{"seat": 1, "text": "21,23-3", "used": 120000000}', '2026-03-01 12:12:00.000007+00'),
	(1, 7, 'played', '{"seat": 2, "text": "491,392-1", "used": 120000000}', '2026-03-01 12:14:00.000007+00'),
	(1, 8, 'resigned', '{"late": false, "seat": 1}', '2026-03-01 12:16:00.000007+00'),
	(1, 9, 'ended', '{"reason": "resigned", "winners": [2]}', '2026-03-01 12:16:00.000007+00'),
	(2, 1, 'challenged', '{"days": 7, "game": "bump", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 7, "expires": "2026-03-08T12:17:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 12:17:00.000007+00'),
	(2, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-01 12:19:00.000007+00'),
	(2, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 12:19:00.000007+00'),
	(2, 4, 'played', '{"seat": 1, "text": "311,44", "used": 180000000}', '2026-03-01 12:22:00.000007+00'),
	(2, 5, 'played', '{"seat": 2, "text": "09,071", "used": 120000000}', '2026-03-01 12:24:00.000007+00'),
	(2, 6, 'played', '{"seat": 1, "text": "011,032", "used": 120000000}', '2026-03-01 12:26:00.000007+00'),
	(2, 7, 'played', '{"seat": 2, "text": "591,571", "used": 120000000}', '2026-03-01 12:28:00.000007+00'),
	(2, 8, 'played', '{"seat": 1, "text": "032,594", "used": 120000000}', '2026-03-01 12:30:00.000007+00'),
	(2, 9, 'played', '{"seat": 2, "text": "pass", "used": 4920000000}', '2026-03-01 13:52:00.000007+00'),
	(2, 10, 'draw_offered', '{"seat": 1}', '2026-03-02 13:08:00.000007+00'),
	(3, 1, 'challenged', '{"days": 7, "game": "bump", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 7, "expires": "2026-03-08T12:31:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 12:31:00.000007+00'),
	(3, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-01 12:33:00.000007+00'),
	(3, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 12:33:00.000007+00'),
	(3, 4, 'played', '{"seat": 1, "text": "21,221-3", "used": 180000000}', '2026-03-01 12:36:00.000007+00'),
	(3, 5, 'played', '{"seat": 2, "text": "391,48-5", "used": 120000000}', '2026-03-01 12:38:00.000007+00'),
	(3, 6, 'played', '{"seat": 1, "text": "011,03-0", "used": 120000000}', '2026-03-01 12:40:00.000007+00'),
	(3, 7, 'played', '{"seat": 2, "text": "591,57", "used": 120000000}', '2026-03-01 12:42:00.000007+00'),
	(3, 8, 'played', '{"seat": 1, "text": "111,24", "used": 120000000}', '2026-03-01 12:44:00.000007+00'),
	(3, 9, 'played', '{"seat": 2, "text": "09,092", "used": 120000000}', '2026-03-01 12:46:00.000007+00'),
	(3, 10, 'resigned', '{"late": false, "seat": 1}', '2026-03-01 12:48:00.000007+00'),
	(3, 11, 'ended', '{"reason": "resigned", "winners": [2]}', '2026-03-01 12:48:00.000007+00'),
	(4, 1, 'challenged', '{"days": 7, "game": "bump", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 7, "expires": "2026-03-08T12:49:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 12:49:00.000007+00'),
	(4, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-01 12:51:00.000007+00'),
	(4, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 12:51:00.000007+00'),
	(4, 4, 'played', '{"seat": 1, "text": "011,12-2", "used": 180000000}', '2026-03-01 12:54:00.000007+00'),
	(4, 5, 'played', '{"seat": 2, "text": "291,293-5", "used": 120000000}', '2026-03-01 12:56:00.000007+00'),
	(4, 6, 'played', '{"seat": 1, "text": "411,521", "used": 120000000}', '2026-03-01 12:58:00.000007+00'),
	(4, 7, 'played', '{"seat": 2, "text": "091,181-3", "used": 120000000}', '2026-03-01 13:00:00.000007+00'),
	(4, 8, 'played', '{"seat": 1, "text": "211,221-4", "used": 120000000}', '2026-03-01 13:02:00.000007+00'),
	(4, 9, 'played', '{"seat": 2, "text": "181,161-4", "used": 120000000}', '2026-03-01 13:04:00.000007+00'),
	(4, 10, 'played', '{"seat": 1, "text": "521,53", "used": 120000000}', '2026-03-01 13:06:00.000007+00'),
	(4, 11, 'replacement_asked', '{"by": {"id": 1, "name": "Ada"}, "gone": false, "seat": 1, "until": "2026-03-04T13:59:00.000007+00:00", "person": {"id": 9223372036854775807, "name": "Linus''; --"}, "awaited": [9223372036854775807, 2]}', '2026-03-01 13:59:00.000007+00'),
	(4, 12, 'replacement_agreed', '{"person": 9223372036854775807}', '2026-03-01 14:01:00.000007+00'),
	(4, 13, 'replacement_agreed', '{"person": 2}', '2026-03-01 14:03:00.000007+00'),
	(4, 14, 'replaced', '{"by": {"id": 1, "name": "Ada"}, "seat": 1, "former": {"id": 1, "name": "Ada"}, "person": {"id": 9223372036854775807, "name": "Linus''; --"}}', '2026-03-01 14:03:00.000007+00'),
	(5, 1, 'challenged', '{"days": 7, "game": "bump", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 7, "expires": "2026-03-08T13:07:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 13:07:00.000007+00'),
	(5, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-01 13:09:00.000007+00'),
	(5, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 13:09:00.000007+00'),
	(5, 4, 'played', '{"seat": 1, "text": "211,32-4", "used": 180000000}', '2026-03-01 13:12:00.000007+00'),
	(5, 5, 'played', '{"seat": 2, "text": "091,091-2", "used": 120000000}', '2026-03-01 13:14:00.000007+00'),
	(5, 6, 'played', '{"seat": 1, "text": "111,112", "used": 120000000}', '2026-03-01 13:16:00.000007+00'),
	(5, 7, 'played', '{"seat": 2, "text": "591,571-2", "used": 120000000}', '2026-03-01 13:18:00.000007+00'),
	(5, 8, 'played', '{"seat": 1, "text": "21,221", "used": 120000000}', '2026-03-01 13:20:00.000007+00'),
	(5, 9, 'played', '{"seat": 2, "text": "091,18-4", "used": 120000000}', '2026-03-01 13:22:00.000007+00'),
	(5, 10, 'played', '{"seat": 1, "text": "511,03-1", "used": 120000000}', '2026-03-01 13:24:00.000007+00'),
	(5, 11, 'played', '{"seat": 2, "text": "49,481", "used": 120000000}', '2026-03-01 13:26:00.000007+00'),
	(5, 12, 'resigned', '{"late": false, "seat": 1}', '2026-03-01 13:28:00.000007+00'),
	(5, 13, 'ended', '{"reason": "resigned", "winners": [2]}', '2026-03-01 13:28:00.000007+00'),
	(6, 1, 'challenged', '{"days": 7, "game": "bump", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 7, "expires": "2026-03-08T13:29:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 13:29:00.000007+00'),
	(6, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-01 13:31:00.000007+00'),
	(6, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-01 13:31:00.000007+00'),
	(6, 4, 'played', '{"seat": 1, "text": "01,521", "used": 180000000}', '2026-03-01 13:34:00.000007+00'),
	(6, 5, 'played', '{"seat": 2, "text": "591,583", "used": 120000000}', '2026-03-01 13:36:00.000007+00'),
	(6, 6, 'played', '{"seat": 1, "text": "211,321", "used": 120000000}', '2026-03-01 13:38:00.000007+00'),
	(6, 7, 'played', '{"seat": 2, "text": "091,08-5", "used": 120000000}', '2026-03-01 13:40:00.000007+00'),
	(6, 8, 'played', '{"seat": 1, "text": "521,413-1", "used": 120000000}', '2026-03-01 13:42:00.000007+00'),
	(6, 9, 'played', '{"seat": 2, "text": "19,18-3", "used": 120000000}', '2026-03-01 13:44:00.000007+00'),
	(6, 10, 'played', '{"seat": 1, "text": "321,32-1", "used": 120000000}', '2026-03-01 13:46:00.000007+00'),
	(6, 11, 'played', '{"seat": 2, "text": "391,281", "used": 120000000}', '2026-03-01 13:48:00.000007+00'),
	(6, 12, 'played', '{"seat": 1, "text": "111,211-1", "used": 120000000}', '2026-03-01 13:50:00.000007+00'),
	(7, 1, 'challenged', '{"days": 7, "game": "bump", "host": {"id": 2, "name": "Grace “🎲”"}, "first": "random", "guild": 70, "channel": 7, "expires": "2026-03-31T13:56:00.000007+00:00", "invited": [null], "options": {}}', '2026-03-01 13:56:00.000007+00'),
	(13, 1, 'challenged', '{"days": 7, "game": "bipod", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 8, "expires": "2026-03-09T12:01:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-02 12:01:00.000007+00'),
	(13, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-02 12:03:00.000007+00'),
	(13, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-02 12:03:00.000007+00'),
	(13, 4, 'played', '{"seat": 1, "text": "a3", "used": 180000000}', '2026-03-02 12:06:00.000007+00'),
	(13, 5, 'played', '{"seat": 2, "text": "r6", "used": 120000000}', '2026-03-02 12:08:00.000007+00'),
	(13, 6, 'played', '{"seat": 1, "text": "f6", "used": 120000000}', '2026-03-02 12:10:00.000007+00'),
	(13, 7, 'played', '{"seat": 2, "text": "b2", "used": 120000000}', '2026-03-02 12:12:00.000007+00'),
	(13, 8, 'played', '{"seat": 1, "text": "l4", "used": 120000000}', '2026-03-02 12:14:00.000007+00'),
	(14, 1, 'challenged', '{"days": 7, "game": "bounce", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 8, "expires": "2026-03-09T12:15:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-02 12:15:00.000007+00'),
	(14, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-02 12:17:00.000007+00'),
	(14, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-02 12:17:00.000007+00'),
	(14, 4, 'played', '{"seat": 1, "text": "f2-g3", "used": 180000000}', '2026-03-02 12:20:00.000007+00'),
	(14, 5, 'played', '{"seat": 2, "text": "e7-f6", "used": 120000000}', '2026-03-02 12:22:00.000007+00'),
	(14, 6, 'played', '{"seat": 1, "text": "g3-h4", "used": 120000000}', '2026-03-02 12:24:00.000007+00'),
	(14, 7, 'played', '{"seat": 2, "text": "f8xg7-h6", "used": 120000000}', '2026-03-02 12:26:00.000007+00'),
	(14, 8, 'played', '{"seat": 1, "text": "b2-c3", "used": 120000000}', '2026-03-02 12:28:00.000007+00'),
	(15, 1, 'challenged', '{"days": 7, "game": "clump", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 8, "expires": "2026-03-09T12:29:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-02 12:29:00.000007+00'),
	(15, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-02 12:31:00.000007+00'),
	(15, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-02 12:31:00.000007+00'),
	(15, 4, 'played', '{"seat": 1, "text": "f4-f5", "used": 180000000}', '2026-03-02 12:34:00.000007+00'),
	(15, 5, 'played', '{"seat": 2, "text": "a2-a3", "used": 120000000}', '2026-03-02 12:36:00.000007+00'),
	(15, 6, 'played', '{"seat": 1, "text": "e7-e8", "used": 120000000}', '2026-03-02 12:38:00.000007+00'),
	(15, 7, 'played', '{"seat": 2, "text": "c8-c7", "used": 120000000}', '2026-03-02 12:40:00.000007+00'),
	(15, 8, 'played', '{"seat": 1, "text": "h4-g4", "used": 120000000}', '2026-03-02 12:42:00.000007+00'),
	(16, 1, 'challenged', '{"days": 7, "game": "urchins", "host": {"id": 1, "name": "Ada"}, "first": "host", "guild": 70, "channel": 8, "expires": "2026-03-09T12:43:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}], "options": {}}', '2026-03-02 12:43:00.000007+00'),
	(16, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-02 12:45:00.000007+00'),
	(16, 3, 'started', '{"seats": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}], "options": {"players": 2, "constables": [1, 2, 2]}}', '2026-03-02 12:45:00.000007+00'),
	(16, 4, 'played', '{"seat": 1, "text": "enter A", "used": 180000000}', '2026-03-02 12:48:00.000007+00'),
	(16, 5, 'played', '{"seat": 2, "text": "enter Av", "used": 120000000}', '2026-03-02 12:50:00.000007+00'),
	(16, 6, 'played', '{"seat": 1, "text": "steal", "used": 120000000}', '2026-03-02 12:52:00.000007+00');
INSERT INTO bumpbot_old.events VALUES
	(16, 7, 'played', '{"seat": 2, "text": "steal", "used": 120000000}', '2026-03-02 12:54:00.000007+00'),
	(16, 8, 'played', '{"seat": 1, "text": "A6-7", "used": 120000000}', '2026-03-02 12:56:00.000007+00'),
	(17, 1, 'challenged', '{"days": 7, "game": "clump", "host": {"id": 2, "name": "Grace “🎲”"}, "first": "random", "guild": 70, "channel": 8, "expires": "2026-03-09T12:57:00.000007+00:00", "invited": [{"id": 1, "name": "Ada"}], "options": {}}', '2026-03-02 12:57:00.000007+00'),
	(18, 1, 'challenged', '{"days": 7, "game": "bounce", "host": {"id": 2, "name": "Grace “🎲”"}, "first": "random", "guild": 70, "channel": 8, "expires": "2026-03-09T12:58:00.000007+00:00", "invited": [{"id": 1, "name": "Ada"}], "options": {}}', '2026-03-02 12:58:00.000007+00'),
	(18, 2, 'declined', '{"person": 1}', '2026-03-02 13:00:00.000007+00'),
	(19, 1, 'challenged', '{"days": 7, "game": "urchins", "host": {"id": 1, "name": "Ada"}, "first": "random", "guild": 70, "channel": 8, "expires": "2026-03-09T13:01:00.000007+00:00", "invited": [{"id": 2, "name": "Grace “🎲”"}, {"id": 9223372036854775807, "name": "Linus''; --"}], "options": {}}', '2026-03-02 13:01:00.000007+00'),
	(19, 2, 'accepted', '{"person": {"id": 2, "name": "Grace “🎲”"}}', '2026-03-02 13:03:00.000007+00'),
	(19, 3, 'accepted', '{"person": {"id": 9223372036854775807, "name": "Linus''; --"}}', '2026-03-02 13:05:00.000007+00'),
	(19, 4, 'started', '{"seats": [{"id": 2, "name": "Grace “🎲”"}, {"id": 1, "name": "Ada"}, {"id": 9223372036854775807, "name": "Linus''; --"}], "options": {"players": 3, "constables": [5, 4, 1, 3]}}', '2026-03-02 13:05:00.000007+00');
INSERT INTO bumpbot_old.followers VALUES
	(2, 9223372036854775807);
INSERT INTO bumpbot_old.followers_told VALUES
	(5, '2026-03-01 12:00:00.000001+00');
INSERT INTO bumpbot_old.lobbies VALUES
	(7, 70, 99, 2, 0);
INSERT INTO bumpbot_old.match_numbers VALUES
	(19);
INSERT INTO bumpbot_old.matches VALUES
	(1, 9, 'bump', 'ended', 7, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', NULL, NULL, NULL, '2026-03-01 12:16:00.000007+00', NULL, NULL, NULL, NULL, 0, NULL),
	(2, 10, 'bump', 'running', 7, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', 1, '2026-03-08 13:52:00.000007+00', '2026-03-08 13:52:00.000007+00', '2026-03-02 13:08:00.000007+00', '2026-03-01 13:52:00.000007+00', 604800000000, NULL, 9, 0, '[1, 2]'),
	(3, 11, 'bump', 'ended', 7, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', NULL, NULL, NULL, '2026-03-01 12:48:00.000007+00', NULL, NULL, NULL, NULL, 0, NULL),
	(4, 14, 'bump', 'running', 7, 70, '[{"id": 9223372036854775807, "name": "Linus''; --"}, {"id": 2, "name": "Grace “🎲”"}]', 2, '2026-03-08 13:06:00.000007+00', '2026-03-08 13:06:00.000007+00', '2026-03-01 14:03:00.000007+00', '2026-03-01 13:06:00.000007+00', 604800000000, NULL, 10, 0, '[2]'),
	(5, 13, 'bump', 'ended', 7, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', NULL, NULL, NULL, '2026-03-01 13:28:00.000007+00', NULL, NULL, NULL, NULL, 0, NULL),
	(6, 12, 'bump', 'running', 7, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', 2, '2026-03-08 13:50:00.000007+00', '2026-03-08 13:50:00.000007+00', '2026-03-01 13:50:00.000007+00', '2026-03-01 13:50:00.000007+00', 604800000000, NULL, 12, 0, '[2]'),
	(7, 1, 'bump', 'invited', 7, 70, '[{"id": 2, "name": "Grace “🎲”"}]', NULL, '2026-03-31 13:56:00.000007+00', '2026-03-31 13:56:00.000007+00', '2026-03-01 13:56:00.000007+00', NULL, NULL, '2026-03-31 13:56:00.000007+00', NULL, 0, NULL),
	(13, 8, 'bipod', 'running', 8, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', 2, '2026-03-09 12:14:00.000007+00', '2026-03-09 12:14:00.000007+00', '2026-03-02 12:14:00.000007+00', '2026-03-02 12:14:00.000007+00', 604800000000, NULL, 8, 0, '[2]'),
	(14, 8, 'bounce', 'running', 8, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', 2, '2026-03-09 12:28:00.000007+00', '2026-03-09 12:28:00.000007+00', '2026-03-02 12:28:00.000007+00', '2026-03-02 12:28:00.000007+00', 604800000000, NULL, 8, 0, '[2]'),
	(15, 8, 'clump', 'running', 8, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', 2, '2026-03-09 12:42:00.000007+00', '2026-03-09 12:42:00.000007+00', '2026-03-02 12:42:00.000007+00', '2026-03-02 12:42:00.000007+00', 604800000000, NULL, 8, 0, '[2]'),
	(16, 8, 'urchins', 'running', 8, 70, '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace “🎲”"}]', 2, '2026-03-09 12:56:00.000007+00', '2026-03-09 12:56:00.000007+00', '2026-03-02 12:56:00.000007+00', '2026-03-02 12:56:00.000007+00', 604800000000, NULL, 8, 0, '[2]'),
	(17, 1, 'clump', 'invited', 8, 70, '[{"id": 2, "name": "Grace “🎲”"}, {"id": 1, "name": "Ada"}]', NULL, '2026-03-09 12:57:00.000007+00', '2026-03-09 12:57:00.000007+00', '2026-03-02 12:57:00.000007+00', NULL, NULL, '2026-03-09 12:57:00.000007+00', NULL, 0, '[1]'),
	(18, 2, 'bounce', 'declined', 8, 70, '[{"id": 2, "name": "Grace “🎲”"}]', NULL, NULL, NULL, '2026-03-02 13:00:00.000007+00', NULL, NULL, NULL, NULL, 0, NULL),
	(19, 4, 'urchins', 'running', 8, 70, '[{"id": 2, "name": "Grace “🎲”"}, {"id": 1, "name": "Ada"}, {"id": 9223372036854775807, "name": "Linus''; --"}]', 2, '2026-03-09 13:05:00.000007+00', '2026-03-09 13:05:00.000007+00', '2026-03-02 13:05:00.000007+00', '2026-03-02 13:05:00.000007+00', 604800000000, NULL, 4, 0, '[2]');
INSERT INTO bumpbot_old.mentions VALUES
	(1, 9223372036854775807, 2, 9, 'followed', '2026-03-01 13:53:00+00');
INSERT INTO bumpbot_old.migrations VALUES
	(1, '0001_first', '2026-11-22 06:49:34.341935+00'),
	(2, '0002_budgets', '2026-11-22 06:49:34.381886+00'),
	(3, '0003_shards', '2026-11-22 06:49:34.384865+00');
INSERT INTO bumpbot_old.notices VALUES
	(2, 9, 1, '2026-03-01 13:52:00.000007+00', NULL, NULL, 0, 0, 0, NULL),
	(4, 10, 2, '2026-03-01 13:06:00.000007+00', NULL, NULL, 0, 0, 0, NULL),
	(6, 12, 2, '2026-03-01 13:50:00.000007+00', NULL, NULL, 0, 0, 0, NULL),
	(13, 8, 2, '2026-03-02 12:14:00.000007+00', NULL, NULL, 0, 0, 0, NULL),
	(14, 8, 2, '2026-03-02 12:28:00.000007+00', NULL, NULL, 0, 0, 0, NULL),
	(15, 8, 2, '2026-03-02 12:42:00.000007+00', NULL, NULL, 0, 0, 0, NULL),
	(16, 8, 2, '2026-03-02 12:56:00.000007+00', NULL, NULL, 0, 0, 0, NULL),
	(19, 4, 2, '2026-03-02 13:05:00.000007+00', NULL, NULL, 0, 0, 0, NULL);
INSERT INTO bumpbot_old.outbox VALUES
	(1, 1, 1, 'challenge', 0, '2026-03-01 12:03:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(2, 1, 3, 'turn', 0, '2026-03-01 12:05:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, 1, 1, '[[1, 2, "turn"]]', NULL),
	(3, 1, 4, 'turn', 0, NULL, NULL, 9, 21, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(4, 1, 5, 'turn', 0, '2026-03-01 12:10:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(5, 1, 6, 'turn', 0, NULL, 'given up', NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(6, 1, 7, 'turn', 0, NULL, NULL, 9, 42, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(7, 1, 9, 'end', 0, '2026-03-01 12:16:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(8, 2, 1, 'challenge', 0, '2026-03-01 12:17:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(9, 2, 3, 'turn', 0, NULL, NULL, 9, 63, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(10, 2, 4, 'turn', 0, NULL, 'given up', NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(11, 2, 5, 'turn', 0, '2026-03-01 12:24:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(12, 2, 6, 'turn', 0, NULL, NULL, 9, 84, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(13, 2, 7, 'turn', 0, '2026-03-01 12:28:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(14, 2, 8, 'turn', 0, '2026-03-01 12:30:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(15, 3, 1, 'challenge', 0, NULL, NULL, 9, 105, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(16, 3, 3, 'turn', 0, '2026-03-01 12:33:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(17, 3, 4, 'turn', 0, '2026-03-01 12:36:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(18, 3, 5, 'turn', 0, NULL, NULL, 9, 126, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(19, 3, 6, 'turn', 0, '2026-03-01 12:40:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(20, 3, 7, 'turn', 0, NULL, 'given up', NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(21, 3, 8, 'turn', 0, NULL, NULL, 9, 147, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(22, 3, 9, 'turn', 0, '2026-03-01 12:46:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(23, 3, 11, 'end', 0, '2026-03-01 12:48:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(24, 4, 1, 'challenge', 0, NULL, NULL, 9, 168, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(25, 4, 3, 'turn', 0, NULL, 'given up', NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(26, 4, 4, 'turn', 0, '2026-03-01 12:54:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(27, 4, 5, 'turn', 0, NULL, NULL, 9, 189, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(28, 4, 6, 'turn', 0, '2026-03-01 12:58:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(29, 4, 7, 'turn', 0, '2026-03-01 13:00:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(30, 4, 8, 'turn', 0, NULL, NULL, 9, 210, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(31, 4, 9, 'turn', 0, '2026-03-01 13:04:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(32, 4, 10, 'turn', 0, '2026-03-01 13:06:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(33, 5, 1, 'challenge', 0, NULL, NULL, 9, 231, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(34, 5, 3, 'turn', 0, '2026-03-01 13:09:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(35, 5, 4, 'turn', 0, NULL, 'given up', NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(36, 5, 5, 'turn', 0, NULL, NULL, 9, 252, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(37, 5, 6, 'turn', 0, '2026-03-01 13:16:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(38, 5, 7, 'turn', 0, '2026-03-01 13:18:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(39, 5, 8, 'turn', 0, NULL, NULL, 9, 273, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(40, 5, 9, 'turn', 0, NULL, 'given up', NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(41, 5, 10, 'turn', 0, '2026-03-01 13:24:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(42, 5, 11, 'turn', 0, NULL, NULL, 9, 294, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(43, 5, 13, 'end', 0, '2026-03-01 13:28:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(44, 6, 1, 'challenge', 0, '2026-03-01 13:29:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(45, 6, 3, 'turn', 0, NULL, NULL, 9, 315, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(46, 6, 4, 'turn', 0, '2026-03-01 13:34:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(47, 6, 5, 'turn', 0, '2026-03-01 13:36:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(48, 6, 6, 'turn', 0, NULL, NULL, 9, 336, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(49, 6, 7, 'turn', 0, '2026-03-01 13:40:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(50, 6, 8, 'turn', 0, NULL, 'given up', NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(51, 6, 9, 'turn', 0, NULL, NULL, 9, 357, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(52, 6, 10, 'turn', 0, '2026-03-01 13:46:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(53, 6, 11, 'turn', 0, '2026-03-01 13:48:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(54, 6, 12, 'turn', 0, NULL, NULL, 9, 378, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(55, 2, 9, 'turn', 0, NULL, 'given up', NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(56, 7, 1, 'challenge', 0, '2026-03-01 13:56:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(57, 4, 11, 'replacement', 0, NULL, NULL, 9, 399, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(58, 4, 14, 'turn', 0, '2026-03-01 14:03:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(64, 13, 1, 'challenge', 0, '2026-03-02 12:01:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(65, 13, 3, 'turn', 0, '2026-03-02 12:03:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(66, 13, 4, 'turn', 0, '2026-03-02 12:06:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(67, 13, 5, 'turn', 0, '2026-03-02 12:08:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(68, 13, 6, 'turn', 0, '2026-03-02 12:10:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(69, 13, 7, 'turn', 0, '2026-03-02 12:12:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(70, 13, 8, 'turn', 0, '2026-03-02 12:14:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(71, 14, 1, 'challenge', 0, '2026-03-02 12:15:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(72, 14, 3, 'turn', 0, '2026-03-02 12:17:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(73, 14, 4, 'turn', 0, '2026-03-02 12:20:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(74, 14, 5, 'turn', 0, '2026-03-02 12:22:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(75, 14, 6, 'turn', 0, '2026-03-02 12:24:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(76, 14, 7, 'turn', 0, '2026-03-02 12:26:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(77, 14, 8, 'turn', 0, '2026-03-02 12:28:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(78, 15, 1, 'challenge', 0, '2026-03-02 12:29:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(79, 15, 3, 'turn', 0, '2026-03-02 12:31:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(80, 15, 4, 'turn', 0, '2026-03-02 12:34:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(81, 15, 5, 'turn', 0, '2026-03-02 12:36:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(82, 15, 6, 'turn', 0, '2026-03-02 12:38:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(83, 15, 7, 'turn', 0, '2026-03-02 12:40:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(84, 15, 8, 'turn', 0, '2026-03-02 12:42:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(85, 16, 1, 'challenge', 0, '2026-03-02 12:43:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(86, 16, 3, 'turn', 0, '2026-03-02 12:45:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(87, 16, 4, 'turn', 0, '2026-03-02 12:48:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(88, 16, 5, 'turn', 0, '2026-03-02 12:50:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(89, 16, 6, 'turn', 0, '2026-03-02 12:52:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(90, 16, 7, 'turn', 0, '2026-03-02 12:54:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(91, 16, 8, 'turn', 0, '2026-03-02 12:56:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(92, 17, 1, 'challenge', 0, '2026-03-02 12:57:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(93, 18, 1, 'challenge', 0, '2026-03-02 12:58:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(94, 18, 2, 'closed', 0, '2026-03-02 13:00:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(95, 19, 1, 'challenge', 0, '2026-03-02 13:01:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(96, 19, 2, 'notice', 0, '2026-03-02 13:03:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(97, 19, 4, 'turn', 0, '2026-03-02 13:05:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL),
	(98, 2, 10, 'notice', 0, '2026-03-02 13:08:00.000007+00', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, 0, NULL, NULL);
INSERT INTO bumpbot_old.places VALUES
	(2, 'thread', 4611686018427387904, 'open', 'so it is', '2026-03-01 12:00:00.000007+00', 3, 0);
INSERT INTO bumpbot_old.preferences VALUES
	('notices', 2, '{"where": "direct"}'),
	('person', 1, '{"z": 1, "aa": [true, null, "\u00e9"]}');
INSERT INTO bumpbot_old.premoves VALUES
	(2, 2, 6, '', 'anything', 9);
INSERT INTO bumpbot_old.private_notes VALUES
	(1, 2, 'mine: {"a": 1} \ end');
INSERT INTO bumpbot_old.seats VALUES
	(1, 1, 7, 'ended'),
	(1, 2, 7, 'running'),
	(1, 3, 7, 'ended'),
	(1, 5, 7, 'ended'),
	(1, 6, 7, 'running'),
	(1, 13, 8, 'running'),
	(1, 14, 8, 'running'),
	(1, 15, 8, 'running'),
	(1, 16, 8, 'running'),
	(1, 17, 8, 'invited'),
	(1, 19, 8, 'running'),
	(2, 1, 7, 'ended'),
	(2, 2, 7, 'running'),
	(2, 3, 7, 'ended'),
	(2, 4, 7, 'running'),
	(2, 5, 7, 'ended'),
	(2, 6, 7, 'running'),
	(2, 7, 7, 'invited'),
	(2, 13, 8, 'running'),
	(2, 14, 8, 'running'),
	(2, 15, 8, 'running'),
	(2, 16, 8, 'running'),
	(2, 17, 8, 'invited'),
	(2, 18, 8, 'declined'),
	(2, 19, 8, 'running'),
	(9223372036854775807, 4, 7, 'running'),
	(9223372036854775807, 19, 8, 'running');
INSERT INTO bumpbot_old.standing_challenges VALUES
	(7, 2, 7, '2026-03-31 13:56:00.000007+00', 0);
INSERT INTO bumpbot_old.stretches VALUES
	(2, 9, 1, '2026-03-01 14:05:00.000007+00', NULL);
INSERT INTO bumpbot_old.told_later VALUES
	(2, 2, 'for later');
INSERT INTO bumpbot_old.visits VALUES
	(1, 2, 3, '2026-03-01 12:00:00.000007+00');
SELECT pg_catalog.setval('bumpbot_old.mentions_id_seq', 1, true);
SELECT pg_catalog.setval('bumpbot_old.outbox_id_seq', 98, true);
SELECT pg_catalog.setval('bumpbot_old.processes_id_seq', 1, false);
ALTER TABLE ONLY bumpbot_old.absences
    ADD CONSTRAINT absences_pkey PRIMARY KEY (person, match_id);
ALTER TABLE ONLY bumpbot_old.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (person, blocked);
ALTER TABLE ONLY bumpbot_old.budgets
    ADD CONSTRAINT budgets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY bumpbot_old.calendars
    ADD CONSTRAINT calendars_pkey PRIMARY KEY (person, since);
ALTER TABLE ONLY bumpbot_old.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (kind, id);
ALTER TABLE ONLY bumpbot_old.departures
    ADD CONSTRAINT departures_pkey PRIMARY KEY (person, match_id);
ALTER TABLE ONLY bumpbot_old.drafts
    ADD CONSTRAINT drafts_pkey PRIMARY KEY (person, match_id);
ALTER TABLE ONLY bumpbot_old.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (match_id, seq);
ALTER TABLE ONLY bumpbot_old.followers
    ADD CONSTRAINT followers_pkey PRIMARY KEY (match_id, person);
ALTER TABLE ONLY bumpbot_old.followers_told
    ADD CONSTRAINT followers_told_pkey PRIMARY KEY (person);
ALTER TABLE ONLY bumpbot_old.lobbies
    ADD CONSTRAINT lobbies_pkey PRIMARY KEY (channel);
ALTER TABLE ONLY bumpbot_old.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY bumpbot_old.mentions
    ADD CONSTRAINT mentions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY bumpbot_old.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);
ALTER TABLE ONLY bumpbot_old.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY bumpbot_old.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY bumpbot_old.places
    ADD CONSTRAINT places_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY bumpbot_old.positions
    ADD CONSTRAINT positions_pkey PRIMARY KEY (match_id, seq);
ALTER TABLE ONLY bumpbot_old.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (scope, owner);
ALTER TABLE ONLY bumpbot_old.premoves
    ADD CONSTRAINT premoves_pkey PRIMARY KEY (person, match_id, when_played);
ALTER TABLE ONLY bumpbot_old.private_notes
    ADD CONSTRAINT private_notes_pkey PRIMARY KEY (person, match_id);
ALTER TABLE ONLY bumpbot_old.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY bumpbot_old.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (person, match_id);
ALTER TABLE ONLY bumpbot_old.standing_challenges
    ADD CONSTRAINT standing_challenges_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY bumpbot_old.stretches
    ADD CONSTRAINT stretches_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY bumpbot_old.told_later
    ADD CONSTRAINT told_later_pkey PRIMARY KEY (person, match_id);
ALTER TABLE ONLY bumpbot_old.visits
    ADD CONSTRAINT visits_pkey PRIMARY KEY (person, match_id);
CREATE INDEX claims_by_process ON bumpbot_old.claims USING btree (process);
CREATE INDEX claims_by_time ON bumpbot_old.claims USING btree (until);
CREATE INDEX followers_by_person ON bumpbot_old.followers USING btree (person);
CREATE INDEX lobbies_stale ON bumpbot_old.lobbies USING btree (channel) WHERE (shown <> changes);
CREATE INDEX matches_by_channel ON bumpbot_old.matches USING btree (channel, id);
CREATE INDEX matches_by_due ON bumpbot_old.matches USING btree (due) WHERE (due IS NOT NULL);
CREATE INDEX matches_by_guild ON bumpbot_old.matches USING btree (guild, id);
CREATE INDEX matches_by_turn ON bumpbot_old.matches USING btree (turn, id) WHERE (clock_since IS NOT NULL);
CREATE INDEX matches_open ON bumpbot_old.matches USING btree (id) WHERE (status = ANY (ARRAY['invited'::text, 'running'::text]));
CREATE INDEX matches_open_by_channel ON bumpbot_old.matches USING btree (channel, id) WHERE (status = ANY (ARRAY['invited'::text, 'running'::text]));
CREATE INDEX matches_open_by_guild ON bumpbot_old.matches USING btree (guild, id) WHERE (status = ANY (ARRAY['invited'::text, 'running'::text]));
CREATE INDEX matches_open_challenges ON bumpbot_old.matches USING btree (channel, id) WHERE (status = 'invited'::text);
CREATE INDEX mentions_by_person ON bumpbot_old.mentions USING btree (person);
CREATE INDEX mentions_by_time ON bumpbot_old.mentions USING btree (next_at);
CREATE INDEX mentions_followed ON bumpbot_old.mentions USING btree (match_id, person) WHERE (kind = 'followed'::text);
CREATE INDEX notices_by_person ON bumpbot_old.notices USING btree (person);
CREATE INDEX notices_by_time ON bumpbot_old.notices USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX outbox_buttons ON bumpbot_old.outbox USING btree (match_id, id) WHERE (has_buttons = 1);
CREATE INDEX outbox_due ON bumpbot_old.outbox USING btree (id) WHERE (retry_at IS NOT NULL);
CREATE INDEX outbox_given_up ON bumpbot_old.outbox USING btree (id) WHERE ((retry_at IS NULL) AND (message IS NULL));
CREATE INDEX outbox_refused ON bumpbot_old.outbox USING btree (match_id) WHERE (refused = 1);
CREATE INDEX outbox_remove ON bumpbot_old.outbox USING btree (remove_at) WHERE (remove_at IS NOT NULL);
CREATE INDEX outbox_standing ON bumpbot_old.outbox USING btree (match_id, id) WHERE (message IS NOT NULL);
CREATE INDEX outbox_waiting ON bumpbot_old.outbox USING btree (match_id, id) WHERE (retry_at IS NOT NULL);
CREATE UNIQUE INDEX places_by_thread ON bumpbot_old.places USING btree (thread) WHERE (thread IS NOT NULL);
CREATE INDEX places_by_time ON bumpbot_old.places USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX seats_by_channel ON bumpbot_old.seats USING btree (person, channel, match_id);
CREATE INDEX seats_by_match ON bumpbot_old.seats USING btree (match_id);
CREATE INDEX seats_ended ON bumpbot_old.seats USING btree (person, match_id) WHERE (status = 'ended'::text);
CREATE INDEX seats_open ON bumpbot_old.seats USING btree (person, match_id) WHERE (status = ANY (ARRAY['invited'::text, 'running'::text]));
CREATE INDEX standing_by_host ON bumpbot_old.standing_challenges USING btree (host, channel);
CREATE INDEX standing_taken ON bumpbot_old.standing_challenges USING btree (match_id) WHERE (taken = 1);
CREATE INDEX stretches_by_time ON bumpbot_old.stretches USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE TRIGGER calendar_changed AFTER INSERT ON bumpbot_old.calendars FOR EACH ROW EXECUTE FUNCTION bumpbot_old.calendar_changed();
CREATE TRIGGER followed_match_goes_on AFTER UPDATE OF turn_seq, status ON bumpbot_old.matches FOR EACH ROW WHEN ((((new.turn_seq IS DISTINCT FROM old.turn_seq) AND (new.turn_seq IS NOT NULL)) OR ((old.status = ANY (ARRAY['invited'::text, 'running'::text])) AND (new.status <> ALL (ARRAY['invited'::text, 'running'::text]))))) EXECUTE FUNCTION bumpbot_old.followed_match_goes_on();
CREATE TRIGGER follower_told AFTER INSERT ON bumpbot_old.outbox FOR EACH ROW WHEN ((new.kind = 'followed'::text)) EXECUTE FUNCTION bumpbot_old.follower_told();
CREATE TRIGGER lobby_changes AFTER UPDATE ON bumpbot_old.matches FOR EACH ROW WHEN ((old.status = 'invited'::text)) EXECUTE FUNCTION bumpbot_old.lobby_changes();
CREATE TRIGGER lobby_gains AFTER INSERT ON bumpbot_old.matches FOR EACH ROW WHEN ((new.status = 'invited'::text)) EXECUTE FUNCTION bumpbot_old.lobby_changes();
CREATE TRIGGER muster_failed AFTER INSERT ON bumpbot_old.events FOR EACH ROW WHEN ((new.kind = 'expired'::text)) EXECUTE FUNCTION bumpbot_old.muster_failed();
CREATE TRIGGER posts_before AFTER INSERT ON bumpbot_old.outbox FOR EACH ROW WHEN ((new.person IS NULL)) EXECUTE FUNCTION bumpbot_old.posts_before();
CREATE TRIGGER seat_handed_over AFTER INSERT ON bumpbot_old.events FOR EACH ROW WHEN ((new.kind = 'replaced'::text)) EXECUTE FUNCTION bumpbot_old.seat_handed_over();
CREATE TRIGGER seat_lost AFTER INSERT ON bumpbot_old.events FOR EACH ROW WHEN ((new.kind = 'declined'::text)) EXECUTE FUNCTION bumpbot_old.seat_lost();
CREATE TRIGGER seats_changed AFTER UPDATE OF people, channel, status ON bumpbot_old.matches FOR EACH ROW WHEN (((new.people IS DISTINCT FROM old.people) OR (new.channel IS DISTINCT FROM old.channel) OR (new.status IS DISTINCT FROM old.status))) EXECUTE FUNCTION bumpbot_old.seats_changed();
CREATE TRIGGER seats_taken AFTER INSERT ON bumpbot_old.matches FOR EACH ROW EXECUTE FUNCTION bumpbot_old.seats_taken();
CREATE TRIGGER standing_answered AFTER UPDATE OF status ON bumpbot_old.matches FOR EACH ROW WHEN (((old.status = 'invited'::text) AND (new.status <> 'invited'::text))) EXECUTE FUNCTION bumpbot_old.standing_answered();
CREATE TRIGGER stretch_goes_on AFTER UPDATE OF turn_seq, status ON bumpbot_old.matches FOR EACH ROW WHEN (((new.turn_seq IS DISTINCT FROM old.turn_seq) OR (new.status <> old.status))) EXECUTE FUNCTION bumpbot_old.stretch_goes_on();
CREATE TRIGGER turn_begun AFTER INSERT ON bumpbot_old.matches FOR EACH ROW WHEN ((new.turn_seq IS NOT NULL)) EXECUTE FUNCTION bumpbot_old.turn_begun();
CREATE TRIGGER turn_changed AFTER UPDATE OF turn_seq ON bumpbot_old.matches FOR EACH ROW WHEN ((new.turn_seq IS DISTINCT FROM old.turn_seq)) EXECUTE FUNCTION bumpbot_old.turn_begun();
CREATE TRIGGER turn_deadline_moved AFTER UPDATE OF deadline ON bumpbot_old.matches FOR EACH ROW WHEN (((new.deadline IS DISTINCT FROM old.deadline) AND (NOT (new.turn_seq IS DISTINCT FROM old.turn_seq)))) EXECUTE FUNCTION bumpbot_old.turn_deadline_moved();
ALTER TABLE ONLY bumpbot_old.absences
    ADD CONSTRAINT absences_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.claims
    ADD CONSTRAINT claims_process_fkey FOREIGN KEY (process) REFERENCES bumpbot_old.processes(id) ON DELETE CASCADE;
ALTER TABLE ONLY bumpbot_old.departures
    ADD CONSTRAINT departures_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.drafts
    ADD CONSTRAINT drafts_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.events
    ADD CONSTRAINT events_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.followers
    ADD CONSTRAINT followers_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.mentions
    ADD CONSTRAINT mentions_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.notices
    ADD CONSTRAINT notices_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.outbox
    ADD CONSTRAINT outbox_match_id_seq_fkey FOREIGN KEY (match_id, seq) REFERENCES bumpbot_old.events(match_id, seq);
ALTER TABLE ONLY bumpbot_old.places
    ADD CONSTRAINT places_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.positions
    ADD CONSTRAINT positions_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.premoves
    ADD CONSTRAINT premoves_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.private_notes
    ADD CONSTRAINT private_notes_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.seats
    ADD CONSTRAINT seats_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.standing_challenges
    ADD CONSTRAINT standing_challenges_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.stretches
    ADD CONSTRAINT stretches_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.told_later
    ADD CONSTRAINT told_later_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
ALTER TABLE ONLY bumpbot_old.visits
    ADD CONSTRAINT visits_match_id_fkey FOREIGN KEY (match_id) REFERENCES bumpbot_old.matches(id);
