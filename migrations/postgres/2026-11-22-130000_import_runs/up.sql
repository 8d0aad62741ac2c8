-- The latest runs that changed the catalog. `files` is a list of names; `counts` has lists of numbers in the order of the
-- report: sections (created, updated, deactivated, unchanged), products (the same, and renamed before unchanged), events
-- (content, commercial, removed), what was and is public (sections, products), and the number of warnings.
CREATE TABLE import_runs (
    revision BIGINT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    run_at BIGINT NOT NULL,
    committed_at BIGINT NOT NULL,
    run_by TEXT NOT NULL,
    files TEXT NOT NULL,
    counts TEXT NOT NULL
);
