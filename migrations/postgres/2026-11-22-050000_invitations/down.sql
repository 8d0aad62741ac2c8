DROP TABLE account_commits;
DROP INDEX accounts_by_invitation;
DROP INDEX accounts_by_status;
DROP INDEX accounts_by_revision;
ALTER TABLE accounts DROP COLUMN invitation_expires_at;
ALTER TABLE accounts DROP COLUMN invitation_hash;
ALTER TABLE accounts DROP COLUMN password_requested_at;
ALTER TABLE accounts DROP COLUMN registration_attempts;
ALTER TABLE accounts DROP COLUMN revision;
