ALTER TABLE store_state DROP COLUMN moved_to;
