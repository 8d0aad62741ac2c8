-- Whether a part is a table of offers as CSV instead of lines of records.
ALTER TABLE import_parts ADD COLUMN is_offer_table BOOLEAN NOT NULL DEFAULT FALSE;
