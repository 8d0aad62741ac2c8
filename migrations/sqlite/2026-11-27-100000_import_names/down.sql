ALTER TABLE import_runs DROP COLUMN seen_at;
ALTER TABLE import_runs DROP COLUMN seen_by;
ALTER TABLE import_jobs DROP COLUMN name;
