-- Revises: 0012_invitations
-- Reason: whom each open match waits for, so that lists know it without replaying a match.

-- The ids of those who have to move or to answer as a JSON array; NULL where there are none.
ALTER TABLE matches ADD COLUMN awaited TEXT CHECK (awaited IS NULL OR json_valid(awaited));

UPDATE matches SET awaited = json_array(turn) WHERE status = 'running' AND turn IS NOT NULL;
UPDATE matches SET awaited = (
    SELECT json_group_array(value ->> 'id') FROM json_each(matches.people) WHERE key > 0
)
WHERE status = 'invited';
