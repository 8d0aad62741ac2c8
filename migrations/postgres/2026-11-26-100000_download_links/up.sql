-- Of a download link: path and query of its price list. Keys for the interface have none.
ALTER TABLE account_keys ADD COLUMN address TEXT;
