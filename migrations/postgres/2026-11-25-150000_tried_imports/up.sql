-- An import may wait for a revision that it was tried on, and have the input of the try: `tried_id`. A try with
-- `keeps_input` has its parts for a while after its end.
ALTER TABLE import_jobs ADD COLUMN expected_revision BIGINT;
ALTER TABLE import_jobs ADD COLUMN keeps_input BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE import_jobs ADD COLUMN tried_id TEXT;
-- The job that the bytes of a part were sent for; null: its own.
ALTER TABLE import_parts ADD COLUMN source_id TEXT;
