-- The keys of accounts, for programs. Only hashes of the whole keys are stored; the id is the part that is no secret.
--
-- Without `expires_at` a key never ends, without `last_used_at` it was never used.
CREATE TABLE account_keys (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    access_right TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    last_used_at BIGINT
);
CREATE INDEX account_keys_by_account ON account_keys (account_id);
