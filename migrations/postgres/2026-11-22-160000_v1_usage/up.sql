-- Who still calls v1: the requests of each account to each route. `account_id` is 0 for requests without a valid token, and
-- -1 for accounts beyond those that a server counts separately.
CREATE TABLE v1_usage (
    account_id BIGINT NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    requests BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, route)
);
