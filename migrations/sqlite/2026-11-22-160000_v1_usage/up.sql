-- Who still calls v1: the requests of each account to each route. `account_id` is 0 for requests without a valid token, and
-- -1 for accounts beyond those that a server counts separately.
CREATE TABLE v1_usage (
    account_id INTEGER NOT NULL,
    route TEXT NOT NULL,
    requests INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, route)
) STRICT;
