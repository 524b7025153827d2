-- Revises: 0005_privacy
-- Reason: the same as the migration 0021_no_triggers of the file of SQLite.

-- With each function go its triggers.
DROP FUNCTION IF EXISTS
    seats_taken(),
    seats_changed(),
    turn_begun(),
    turn_deadline_moved(),
    calendar_changed(),
    posts_before(),
    seat_lost(),
    muster_failed(),
    standing_answered(),
    lobby_changes(),
    follower_told(),
    followed_match_goes_on(),
    stretch_goes_on(),
    seat_handed_over(),
    seat_left(),
    person_named()
CASCADE;
DROP FUNCTION people_of(jsonb);
