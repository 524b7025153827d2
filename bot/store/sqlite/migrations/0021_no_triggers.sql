-- Revises: 0020_privacy
-- Reason: what follows from an event is written with it by the program, which alone decides. What an earlier version made
-- for that goes.

DROP TRIGGER IF EXISTS seats_taken;
DROP TRIGGER IF EXISTS seats_changed;
DROP TRIGGER IF EXISTS turn_begun;
DROP TRIGGER IF EXISTS turn_changed;
DROP TRIGGER IF EXISTS turn_deadline_moved;
DROP TRIGGER IF EXISTS calendar_changed;
DROP TRIGGER IF EXISTS posts_before;
DROP TRIGGER IF EXISTS seat_lost;
DROP TRIGGER IF EXISTS muster_failed;
DROP TRIGGER IF EXISTS standing_answered;
DROP TRIGGER IF EXISTS lobby_gains;
DROP TRIGGER IF EXISTS lobby_changes;
DROP TRIGGER IF EXISTS follower_told;
DROP TRIGGER IF EXISTS followed_match_goes_on;
DROP TRIGGER IF EXISTS stretch_goes_on;
DROP TRIGGER IF EXISTS seat_handed_over;
DROP TRIGGER IF EXISTS seat_left;
DROP TRIGGER IF EXISTS person_named;
