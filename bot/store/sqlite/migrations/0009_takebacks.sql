-- Revises: 0008_profiles
-- Reason: a move that is taken back brings the same number of moves again.

-- The event that began the turn in which the answer was prepared.
ALTER TABLE premoves ADD COLUMN board_seq INTEGER NOT NULL DEFAULT 0;
