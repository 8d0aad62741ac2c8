-- What undoes the last runs: the input of an import, packed by Zstandard, in pieces from 0.
CREATE TABLE run_inverses (
    revision BIGINT NOT NULL,
    piece BIGINT NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (revision, piece)
);
