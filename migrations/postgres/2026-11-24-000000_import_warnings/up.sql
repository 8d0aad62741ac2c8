-- The warnings of a run: a list of texts, each with the stock numbers that it is about.
ALTER TABLE import_runs ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]';
