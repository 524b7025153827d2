-- What some fifty thousand matches leave behind, without running a trigger for each row.
SET session_replication_role = replica;

INSERT INTO matches (id, seq, game, status, channel, guild, people, turn, deadline, due, updated,
    clock_since, clock_budget, turn_seq)
SELECT n, 2, 'bump',
    CASE WHEN n % 10 = 0 THEN 'running' WHEN n % 50 = 1 THEN 'invited' ELSE 'ended' END,
    n % 500, n % 100, jsonb_build_array(
        jsonb_build_object('id', n % 5000, 'name', 'a'),
        jsonb_build_object('id', 5000 + n % 5000, 'name', 'b')
    ),
    CASE WHEN n % 10 = 0 THEN n % 5000 END, CASE WHEN n % 10 = 0 THEN now() + n * interval '1 minute' END,
    CASE WHEN n % 10 = 0 THEN now() + n * interval '1 minute' END, now(),
    CASE WHEN n % 10 = 0 THEN now() END, CASE WHEN n % 10 = 0 THEN 1000000 END,
    CASE WHEN n % 10 = 0 THEN 2 END
FROM generate_series(1, 50000) AS n;
UPDATE match_numbers SET last = 50000;
INSERT INTO events SELECT n, seq, 'played', '{"seat": 1, "text": "a"}', now()
FROM generate_series(1, 50000) AS n, generate_series(1, 2) AS seq;
INSERT INTO seats SELECT n % 5000 + 5000 * seat, n, n % 500,
    CASE WHEN n % 10 = 0 THEN 'running' WHEN n % 50 = 1 THEN 'invited' ELSE 'ended' END
FROM generate_series(1, 50000) AS n, generate_series(0, 1) AS seat;
INSERT INTO outbox (match_id, seq, kind, retry_at, channel, message, has_buttons, written)
SELECT n, seq, 'turn', NULL, n % 500, n, (seq = 2 AND n % 10 = 0)::integer, now()
FROM generate_series(1, 50000) AS n, generate_series(1, 2) AS seq;
INSERT INTO outbox (match_id, seq, kind, retry_at, refused)
SELECT n, 2, 'turn', now() + n * interval '1 second', (n % 40 = 0)::integer
FROM generate_series(10, 4000, 10) AS n;
UPDATE outbox SET remove_at = now() + id * interval '1 second' WHERE id % 500 = 0 AND message IS NOT NULL;
INSERT INTO notices (match_id, seq, person, began, next_at)
SELECT n, 2, n % 5000, now(), now() + n * interval '1 second'
FROM generate_series(10, 50000, 10) AS n;
INSERT INTO mentions (person, match_id, seq, kind, next_at)
SELECT n % 10000, n, 2, CASE WHEN n % 3 = 0 THEN 'followed' ELSE 'notice' END, now() + n * interval '1 second'
FROM generate_series(10, 50000, 10) AS n;
INSERT INTO drafts SELECT n % 5000, n, 2, 1, '[]', NULL, '[]' FROM generate_series(1, 20000) AS n;
INSERT INTO preferences SELECT 'person', n, '{}' FROM generate_series(1, 10000) AS n;
INSERT INTO visits SELECT n % 5000, n, 2, now() FROM generate_series(1, 50000) AS n;
INSERT INTO premoves SELECT n % 5000, n, 1, 'a', 'b', 2 FROM generate_series(1, 20000) AS n;
INSERT INTO replies SELECT n, 0, now() + n * interval '1 minute', 0 FROM generate_series(1, 20000) AS n;
INSERT INTO waiting_notes SELECT n % 5000, n, 'so' FROM generate_series(1, 20000) AS n;
INSERT INTO positions SELECT n, 1, '1', '{}' FROM generate_series(1, 20000) AS n;
INSERT INTO calendars SELECT n, now(), '[]' FROM generate_series(1, 10000) AS n;
INSERT INTO absences SELECT n % 5000, n FROM generate_series(1, 20000) AS n;
INSERT INTO departures SELECT n % 5000, n FROM generate_series(1, 20000) AS n;
INSERT INTO involvements SELECT n % 5000, n FROM generate_series(1, 20000) AS n;
INSERT INTO deletions SELECT n, now() FROM generate_series(1, 10000) AS n;
INSERT INTO servers SELECT n, now(), CASE WHEN n % 1000 = 0 THEN now() + n * interval '1 second' END
FROM generate_series(1, 10000) AS n;
INSERT INTO blocks SELECT n % 5000, n, 'a' FROM generate_series(1, 20000) AS n;
INSERT INTO standing_challenges SELECT n, n % 5000, n % 500, now(), (n % 5000 = 1)::integer
FROM generate_series(1, 50000, 10) AS n;
INSERT INTO living_posts SELECT n, CASE WHEN n % 2 = 0 THEN 'lobby' ELSE 'league' END, n, n % 1000, n, now(), n, 'posted', (n % 1000 > 0)::integer, 1
FROM generate_series(1, 20000) AS n;
INSERT INTO arrangements SELECT 'pair ' || n, CASE WHEN n % 1000 > 0 THEN n END FROM generate_series(1, 20000) AS n;
UPDATE matches SET pair = id - id % 2 WHERE id % 4 < 2;
INSERT INTO followers SELECT n, n % 5000 FROM generate_series(1, 20000) AS n;
INSERT INTO followers_notified SELECT n, now() FROM generate_series(1, 10000) AS n;
INSERT INTO rungs SELECT n % 5000, 'bump', 1 + n % 6, 1 + n % 2, now() FROM generate_series(1, 20000) AS n
ON CONFLICT DO NOTHING;
INSERT INTO studies
SELECT n % 5000, n, n, 'Match', now(), 1, '[]', NULL, '[]', 1, '{}'
FROM generate_series(1, 20000) AS n;

INSERT INTO attempts SELECT n % 5000, 'puzzle', 'bump', n, now(), now(), '[]', 0, '[]', NULL, '[]', 1, '[]', '', 0, 0, 0, 0, NULL
FROM generate_series(1, 20000) AS n;
INSERT INTO dailies SELECT n, n, 9, '', '', '', 0, '', 1
FROM generate_series(1, 10000) AS n;
INSERT INTO day_entries SELECT n % 1000, '2026-01-' || (10 + n / 1000), n % 5000, 'a', 'bump', n
FROM generate_series(1, 20000) AS n;
INSERT INTO attempts SELECT n % 5000, 'stage', 'bump', n, now() - n * interval '1 minute', now(), '[]', 0, '[]', NULL, '[]', 1, '[]', '', 0, 0, 0, 0, NULL
FROM generate_series(1, 20000) AS n;
INSERT INTO leader_roles SELECT n, n % 5000, 'a', n, CASE WHEN n % 2 = 0 THEN n END, 0, CASE WHEN n % 1000 = 0 THEN now() END, '', 1
FROM generate_series(1, 20000) AS n;
INSERT INTO leagues SELECT n, n % 5000, n, 'a', '{}', 6, 4, n % 3000, CASE WHEN n % 1000 = 0 THEN now() END, 1, n, 1 FROM generate_series(1, 20000) AS n;
INSERT INTO members SELECT n % 10000, n % 5000, 'a', now(), n FROM generate_series(1, 20000) AS n ON CONFLICT DO NOTHING;
INSERT INTO competitions SELECT n, 'season', n % 5000, n, 'a', '{}', n % 3000, CASE WHEN n % 1000 = 0 THEN 'running' ELSE 'ended' END,
    now(), now(), n % 3000, 1, 1, 1, NULL, CASE WHEN n % 1000 = 0 THEN now() END, 1
FROM generate_series(1, 20000) AS n;
INSERT INTO entrants SELECT 1 + n / 10, n % 10, n % 7000, 'a', 1, 1, 'in' FROM generate_series(1, 100000) AS n;
INSERT INTO fixtures SELECT 1 + n / 10, 1, n % 10, 1, 1, 2, n, '[4, 0]', 'played' FROM generate_series(1, 100000) AS n;
UPDATE matches SET competition = id / 20 WHERE id % 10 = 0;
INSERT INTO results SELECT n % 5000, n, 'bump', n % 3000, now(), 1, 2, n % 3, n % 4999, 'last', 20, n % 7, n % 5, 1, NULL
FROM generate_series(1, 20000) AS n;
INSERT INTO contests SELECT n, NULL, 'bump', n % 3000, now() - n * interval '1 minute', CASE WHEN n % 1000 > 0 THEN 'counted' END,
    CASE WHEN n % 1000 = 0 THEN now() END FROM generate_series(1, 20000) AS n;
INSERT INTO contest_people SELECT 1 + n / 2, 1 + n % 2, n % 5000, 1, 0, '[1500.0, 350.0, 0.06]', '1', now() FROM generate_series(1, 39998) AS n;
INSERT INTO rating_points SELECT n % 5000, 'bump', n, now() - n * interval '1 minute', '[1500.0, 350.0, 0.06]', n, '1500' FROM generate_series(1, 20000) AS n;
INSERT INTO ratings SELECT n, 'bump' || n % 4, 'a', '[1500.0, 350.0, 0.06]', 1, now(), now(), n, n, '1500' FROM generate_series(1, 20000) AS n;
INSERT INTO rated_guilds SELECT n, n % 100, 'bump' || n % 4, now(), 1500000000 - n, now() FROM generate_series(1, 20000) AS n;
INSERT INTO private_notes SELECT n % 5000, n, 'so' FROM generate_series(1, 20000) AS n;
INSERT INTO places SELECT n, NULL, n, 'open', '', CASE WHEN n % 1000 = 0 THEN now() END, 0, 0
FROM generate_series(1, 20000) AS n;
INSERT INTO stretches SELECT n, 1, n % 5000, CASE WHEN n % 1000 = 0 THEN now() END,
    CASE WHEN n % 1000 > 0 THEN 2 END
FROM generate_series(1, 20000) AS n;
INSERT INTO processes (id, alive_until) SELECT n, now() + interval '1 day' FROM generate_series(100, 104) AS n;
INSERT INTO claims SELECT 'match', n, 100, now() + interval '1 day' FROM generate_series(1, 40000, 2) AS n;

INSERT INTO allowances SELECT 'person', n, 'pictures', n FROM generate_series(1, 5000) AS n;
SET session_replication_role = origin;
ANALYZE;
