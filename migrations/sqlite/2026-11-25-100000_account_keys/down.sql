DROP TABLE account_keys;
