-- What happened to accounts: the latest events of each, for administrators. A changed field has its values.
CREATE TABLE account_events (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL,
    happened_at INTEGER NOT NULL,
    author TEXT NOT NULL,
    kind TEXT NOT NULL,
    field TEXT,
    value_before TEXT,
    value_after TEXT
) STRICT;
CREATE INDEX account_events_by_account ON account_events (account_id, id);
