ALTER TABLE account_keys DROP COLUMN end_told_at;
