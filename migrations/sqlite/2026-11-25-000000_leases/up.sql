-- Who alone may do what for now: a row that its holder renews, and anybody may take over once it has ended.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    -- A random text: what a holder that was away too long no longer finds.
    holder TEXT NOT NULL,
    -- In microseconds since 1970, by the clock of the database.
    expires_at INTEGER NOT NULL
) STRICT;
