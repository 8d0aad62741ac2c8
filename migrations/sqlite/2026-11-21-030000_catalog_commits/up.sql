-- When the latest revisions were committed. A server that asks what changed since its own revision is told only if that
-- revision is one of these: a store that was restored may have had another revision of the same number.
CREATE TABLE catalog_commits (
    revision INTEGER NOT NULL PRIMARY KEY,
    committed_at INTEGER NOT NULL
) STRICT;
INSERT INTO catalog_commits (revision, committed_at)
SELECT catalog_revision, committed_at FROM store_state WHERE committed_at IS NOT NULL;
