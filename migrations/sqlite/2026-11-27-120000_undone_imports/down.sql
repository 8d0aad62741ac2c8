ALTER TABLE import_runs DROP COLUMN undoes;
