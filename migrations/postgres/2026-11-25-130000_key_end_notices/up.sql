-- When the owner of a key was told that it ends soon.
ALTER TABLE account_keys ADD COLUMN end_told_at BIGINT;
