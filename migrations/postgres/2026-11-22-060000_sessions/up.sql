-- Who is signed in to the pages for people. Only hashes of the secrets are stored.
--
-- `generation` is the account's token generation when the session began: a session ends when it has grown since.
CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    account_id BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
