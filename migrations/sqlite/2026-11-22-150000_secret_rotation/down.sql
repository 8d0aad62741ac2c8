ALTER TABLE store_state DROP COLUMN previous_signing_secret;
ALTER TABLE store_state DROP COLUMN signing_secret_at;
