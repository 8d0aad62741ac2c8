ALTER TABLE import_parts DROP COLUMN is_offer_table;
