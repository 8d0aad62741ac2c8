-- What the file of an import over HTTP is called; null where that is not known.
ALTER TABLE import_jobs ADD COLUMN name TEXT;
-- The administrator who marked the warnings of a run as seen, and when; null while they are not.
ALTER TABLE import_runs ADD COLUMN seen_by BIGINT;
ALTER TABLE import_runs ADD COLUMN seen_at BIGINT;
