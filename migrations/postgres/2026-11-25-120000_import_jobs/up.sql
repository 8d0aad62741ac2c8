-- Imports that were sent over HTTP. They wait in the order of `arrival`; `holder` is the server that runs one, until
-- `lease_until` unless it renews that. `problems` is a list of part, line, field and message.
CREATE TABLE import_jobs (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_dry_run BOOLEAN NOT NULL,
    allow_removals BIGINT NOT NULL,
    max_renames BIGINT,
    allow_empty BOOLEAN NOT NULL,
    is_in_parts BOOLEAN NOT NULL,
    account_id BIGINT NOT NULL,
    email TEXT NOT NULL,
    key_name TEXT,
    idempotency_key TEXT,
    digest TEXT,
    created_at BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    arrival BIGINT,
    holder TEXT,
    lease_until BIGINT,
    is_cancelling BOOLEAN NOT NULL,
    attempts BIGINT NOT NULL,
    phase TEXT,
    records BIGINT NOT NULL,
    rate BIGINT,
    started_at BIGINT,
    finished_at BIGINT,
    report TEXT,
    problems TEXT NOT NULL,
    changes TEXT
);
-- The parts of those that have not ended, as far as they were received whole.
CREATE TABLE import_parts (
    job_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    blob TEXT NOT NULL,
    encoding TEXT NOT NULL,
    sent_bytes BIGINT NOT NULL,
    content_bytes BIGINT NOT NULL,
    PRIMARY KEY (job_id, number)
);
-- The bytes of parts and of files of changes, where several servers share them.
CREATE TABLE import_pieces (
    job_id TEXT NOT NULL,
    blob TEXT NOT NULL,
    piece BIGINT NOT NULL,
    stored_at BIGINT NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (job_id, blob, piece)
);
-- A job is committed exactly when a run has its id, which is written in the transaction of the commit.
ALTER TABLE import_runs ADD COLUMN job_id TEXT;
CREATE UNIQUE INDEX import_runs_by_job ON import_runs (job_id);
