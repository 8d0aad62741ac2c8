-- The pair of SQLite's mark. A database is chosen by its name, so nothing reads this one but people.
COMMENT ON TABLE store_state IS 'The state of a store of the catalog service: one row';
