ALTER TABLE import_parts DROP COLUMN source_id;
ALTER TABLE import_jobs DROP COLUMN tried_id;
ALTER TABLE import_jobs DROP COLUMN keeps_input;
ALTER TABLE import_jobs DROP COLUMN expected_revision;
