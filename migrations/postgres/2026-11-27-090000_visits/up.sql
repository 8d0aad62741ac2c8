-- When an account was last on the pages for people, and the sections that it looked at, the latest first: JSON text.
CREATE TABLE account_visits (
    account_id BIGINT NOT NULL PRIMARY KEY,
    last_at BIGINT NOT NULL,
    sections TEXT NOT NULL
);
-- When the account was last there before this session began.
ALTER TABLE sessions ADD COLUMN visited_before BIGINT;
