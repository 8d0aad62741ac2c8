-- Where the time of a product's content comes from: its own record, or what changed around it. A record that says again what
-- it said before must change neither. NULL in the first of them: an earlier version wrote the row.
ALTER TABLE products ADD COLUMN record_content_at INTEGER;
ALTER TABLE products ADD COLUMN other_content_at INTEGER;
ALTER TABLE products ADD COLUMN record_commercial_at INTEGER;
-- What clients can see is compared with the stored content itself.
ALTER TABLE products DROP COLUMN content_fingerprint;
ALTER TABLE products DROP COLUMN option_prices_fingerprint;
