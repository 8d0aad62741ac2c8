-- Without its list a link would be a key of an unknown right.
DELETE FROM account_keys WHERE address IS NOT NULL;
ALTER TABLE account_keys DROP COLUMN address;
