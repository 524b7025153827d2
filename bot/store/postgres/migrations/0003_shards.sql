-- Revises: 0002_budgets
-- Reason: Two processes with the same shards would answer everything there twice.

-- The shards of a process, from the first to the last of so many; null until it connects to Discord.
ALTER TABLE processes
    ADD COLUMN first_shard integer,
    ADD COLUMN last_shard integer,
    ADD COLUMN shard_count integer;
