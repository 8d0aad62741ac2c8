-- The attempts of each source (an address or network) at each kind of thing (login, registration) since the first of them.
-- UNLOGGED: what a crash loses is worth a minute, and an attempt need not wait for the disk.
CREATE UNLOGGED TABLE attempt_windows (
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    PRIMARY KEY (kind, source)
);
CREATE INDEX attempt_windows_by_age ON attempt_windows (opened_at);
