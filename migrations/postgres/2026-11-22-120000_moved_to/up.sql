-- Where the store was moved to for good: its address without a password. From then on nothing is written here. NULL: it was
-- not moved.
ALTER TABLE store_state ADD COLUMN moved_to TEXT;
