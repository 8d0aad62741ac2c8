-- Imports that were sent over HTTP. They wait in the order of `arrival`; `holder` is the server that runs one, until
-- `lease_until` unless it renews that. `problems` is a list of part, line, field and message.
CREATE TABLE import_jobs (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_dry_run INTEGER NOT NULL,
    allow_removals INTEGER NOT NULL,
    max_renames INTEGER,
    allow_empty INTEGER NOT NULL,
    is_in_parts INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    email TEXT NOT NULL,
    key_name TEXT,
    idempotency_key TEXT,
    digest TEXT,
    created_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    arrival INTEGER,
    holder TEXT,
    lease_until INTEGER,
    is_cancelling INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    phase TEXT,
    records INTEGER NOT NULL,
    rate INTEGER,
    started_at INTEGER,
    finished_at INTEGER,
    report TEXT,
    problems TEXT NOT NULL,
    changes TEXT
) STRICT;
-- The parts of those that have not ended, as far as they were received whole.
CREATE TABLE import_parts (
    job_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    blob TEXT NOT NULL,
    encoding TEXT NOT NULL,
    sent_bytes INTEGER NOT NULL,
    content_bytes INTEGER NOT NULL,
    PRIMARY KEY (job_id, number)
) STRICT;
-- The bytes of parts and of files of changes, where several servers share them.
CREATE TABLE import_pieces (
    job_id TEXT NOT NULL,
    blob TEXT NOT NULL,
    piece INTEGER NOT NULL,
    stored_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (job_id, blob, piece)
) STRICT;
-- A job is committed exactly when a run has its id, which is written in the transaction of the commit.
ALTER TABLE import_runs ADD COLUMN job_id TEXT;
CREATE UNIQUE INDEX import_runs_by_job ON import_runs (job_id);
