ALTER TABLE import_jobs DROP COLUMN undoes;
DROP TABLE run_inverses;
