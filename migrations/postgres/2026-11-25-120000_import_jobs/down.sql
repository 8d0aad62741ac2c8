DROP INDEX import_runs_by_job;
ALTER TABLE import_runs DROP COLUMN job_id;
DROP TABLE import_pieces;
DROP TABLE import_parts;
DROP TABLE import_jobs;
