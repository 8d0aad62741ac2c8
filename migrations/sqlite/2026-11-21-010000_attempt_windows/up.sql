-- The attempts of each source (an address or network) at each kind of thing (login, registration) since the first of them.
CREATE TABLE attempt_windows (
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (kind, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempt_windows_by_age ON attempt_windows (opened_at);
