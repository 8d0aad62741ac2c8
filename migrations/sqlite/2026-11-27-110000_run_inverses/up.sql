-- What undoes the last runs: the input of an import, packed by Zstandard, in pieces from 0.
CREATE TABLE run_inverses (
    revision INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (revision, piece)
) STRICT;
