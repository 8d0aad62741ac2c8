ALTER TABLE sessions DROP COLUMN visited_before;
DROP TABLE account_visits;
