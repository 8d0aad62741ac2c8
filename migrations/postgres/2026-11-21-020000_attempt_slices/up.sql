-- The attempts one by one, so that a limit holds for every minute and not for the minutes that begin with a first attempt:
-- [[microseconds, attempts at that moment], ...], oldest first. NULL: none.
ALTER TABLE attempt_windows ADD COLUMN slices TEXT;
