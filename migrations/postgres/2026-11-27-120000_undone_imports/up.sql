-- The run that a run undoes; null of any other one.
ALTER TABLE import_runs ADD COLUMN undoes BIGINT;
