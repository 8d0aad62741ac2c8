-- Who gets a password, and what a server has to read of accounts again.
--
-- `revision` is the account revision that last changed the row. Rows that an earlier version writes keep the one they had.
ALTER TABLE accounts ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
-- How often somebody registered with an address that had an account already.
ALTER TABLE accounts ADD COLUMN registration_attempts BIGINT NOT NULL DEFAULT 0;
-- When somebody last asked for a new password, until an invitation is made or a password set.
ALTER TABLE accounts ADD COLUMN password_requested_at BIGINT;
-- The hash of the one invitation of the account, and until when it is valid.
ALTER TABLE accounts ADD COLUMN invitation_hash TEXT;
ALTER TABLE accounts ADD COLUMN invitation_expires_at BIGINT;
CREATE INDEX accounts_by_revision ON accounts (revision);
CREATE INDEX accounts_by_status ON accounts (status, id);
CREATE UNIQUE INDEX accounts_by_invitation ON accounts (invitation_hash);

-- The latest account revisions, each with a random mark. A server that asks what changed since its own revision is told only
-- if that revision, with that mark, is one of these, and every later one is, too.
CREATE TABLE account_commits (
    revision BIGINT NOT NULL PRIMARY KEY,
    mark BIGINT NOT NULL DEFAULT (floor(random() * 9007199254740992)::bigint)
);

-- Passwords that came with a registration and were never approved: nobody has checked whose address it was. This hash is
-- "no password": it is a hash for versions that know no other, and no password has it. A disabled account that was
-- never active has had no token to end.
UPDATE accounts SET password_hash = '$2b$12$.....................................................'
WHERE status = 'pending' OR (status = 'disabled' AND token_generation = 0);
