-- A rotation keeps the previous secret: tokens signed with it are accepted for their lifetime, feed cursors until the next
-- rotation. A secret without a time was made before times were stored.
ALTER TABLE store_state ADD COLUMN signing_secret_at BIGINT;
ALTER TABLE store_state ADD COLUMN previous_signing_secret BYTEA;
