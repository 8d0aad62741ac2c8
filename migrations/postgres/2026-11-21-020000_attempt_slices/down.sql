ALTER TABLE attempt_windows DROP COLUMN slices;
