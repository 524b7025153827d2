-- Revises: 0020_privacy
-- Reason: what follows from an event is written with it by the program, which alone decides.

DROP TRIGGER seats_taken;
DROP TRIGGER seats_changed;
DROP TRIGGER turn_begun;
DROP TRIGGER turn_changed;
DROP TRIGGER turn_deadline_moved;
DROP TRIGGER calendar_changed;
DROP TRIGGER posts_before;
DROP TRIGGER seat_lost;
DROP TRIGGER muster_failed;
DROP TRIGGER standing_answered;
DROP TRIGGER lobby_gains;
DROP TRIGGER lobby_changes;
DROP TRIGGER follower_told;
DROP TRIGGER followed_match_goes_on;
DROP TRIGGER stretch_goes_on;
DROP TRIGGER seat_handed_over;
DROP TRIGGER seat_left;
DROP TRIGGER person_named;
