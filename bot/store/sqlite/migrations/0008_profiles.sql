-- Revises: 0007_calendars
-- Reason: what somebody's newest ended matches tell of them, however many challenges came to nothing.

CREATE INDEX seats_ended ON seats (person, match_id) WHERE status = 'ended';
