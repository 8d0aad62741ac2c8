-- A store of release 0.2.0 as it dumped it, with what a client of it held: a token, and a cursor from before the last event.
-- token: eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiIsImtpZCI6ImE5YjUzZTMzYTdkZiJ9.eyJpc3MiOiJjYXRhbG9nIiwiYXVkIjoiY2F0YWxvZy1hcGkiLCJzdWIiOiIxIiwiaWF0IjoxNzk1MzYzNTY0LCJleHAiOjE4MjY4OTk1NjQsImp0aSI6Ijg5ZmVjZmI1LTlkNDgtNDA2Yy1iYmQ1LWZmY2RiNmE4OTk5ZCIsImdlbmVyYXRpb24iOjB9.AxzkhAZDNVfu208H7fF9zH17NjjYvvl-k3C5em9rf2M
-- cursor: AgAGYN-nfw_vAAAAAAAABBIAAAAAAAAAAgAGYN-nQvsmAGI3ZmUyNDc2OWI3NTA5NDlhMWI0MDcwOWIyMjkyNWY2NQ1t_RVc-mjgh5u5jXeebA
-- secret: 7f325ac82954fe0e2baf6a5be395240c033a01312beb16b89d87db3d44592b862373a8ef1846fd7e10a56fe5fd65ea12
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO __diesel_schema_migrations VALUES('20261121000000','2026-11-22 16:06:00');
INSERT INTO __diesel_schema_migrations VALUES('20261121010000','2026-11-22 16:06:00');
INSERT INTO __diesel_schema_migrations VALUES('20261121020000','2026-11-22 16:06:00');
INSERT INTO __diesel_schema_migrations VALUES('20261121030000','2026-11-22 16:06:00');
INSERT INTO __diesel_schema_migrations VALUES('20261122000000','2026-11-22 16:06:00');
INSERT INTO __diesel_schema_migrations VALUES('20261122050000','2026-11-22 16:06:00');
CREATE TABLE store_state (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    catalog_revision INTEGER NOT NULL,
    account_revision INTEGER NOT NULL,
    last_event_number INTEGER NOT NULL,
    -- When the catalog revision was committed, by the clock of the machine that imported it.
    committed_at INTEGER,
    -- Tells this store from one that was rebuilt or restored elsewhere.
    history_id TEXT NOT NULL,
    storefront_host TEXT,
    signing_secret BLOB
) STRICT;
INSERT INTO store_state VALUES(1,2,0,3,1795363564736119,'b7fe24769b750949a1b40709b22925f6','storefront.example',NULL);
CREATE TABLE price_levels (
    position INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO price_levels VALUES(1,'Опт');
CREATE TABLE warehouses (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;
INSERT INTO warehouses VALUES('main','Main warehouse');
CREATE TABLE product_types (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    feature_groups TEXT NOT NULL
) STRICT;
INSERT INTO product_types VALUES(5,'Pump','[{"id":3,"uid":"main","name":"Main","ord":1,"role":"feature","fields":[{"id":17,"uid":"power","name":"Power","ord":1,"role":"feature","dataType":"relation","inFilter":false,"inSearch":false,"isMultiple":false,"guideId":null,"mainFilter":false,"hidden":false,"baseProperty":false,"analog":false}]}]');
CREATE TABLE sections (
    id INTEGER NOT NULL PRIMARY KEY,
    source_id INTEGER UNIQUE,
    parent_id INTEGER,
    name TEXT NOT NULL,
    url TEXT,
    is_active INTEGER NOT NULL,
    is_service INTEGER NOT NULL,
    sort_order INTEGER NOT NULL,
    filter_index TEXT,
    filters TEXT NOT NULL,
    synced_at INTEGER NOT NULL,
    revision INTEGER NOT NULL
) STRICT;
INSERT INTO sections VALUES(1000,88000,NULL,'Equipment','https://storefront.example/catalog/',1,0,0,NULL,'[]',1795363560422182,1);
INSERT INTO sections VALUES(1042,88121,1000,'Pumps','https://storefront.example/catalog/pumps/',1,0,0,NULL,'[]',1795363560422182,1);
CREATE TABLE products (
    id INTEGER NOT NULL PRIMARY KEY,
    stock_number TEXT NOT NULL UNIQUE,
    source_id INTEGER UNIQUE,
    is_active INTEGER NOT NULL,
    name TEXT NOT NULL,
    full_name TEXT NOT NULL,
    url TEXT,
    type_id INTEGER NOT NULL,
    vendor_id TEXT,
    vendor_name TEXT,
    sections TEXT NOT NULL,
    primary_section INTEGER,
    preview TEXT,
    has_configurator INTEGER NOT NULL,
    filter_values TEXT NOT NULL,
    hide_prices INTEGER NOT NULL,
    retail INTEGER,
    levels TEXT NOT NULL,
    sale INTEGER NOT NULL,
    special INTEGER,
    stock TEXT NOT NULL,
    shipping INTEGER NOT NULL,
    content_updated_at INTEGER NOT NULL,
    commercial_updated_at INTEGER NOT NULL,
    record_fingerprint BLOB NOT NULL,
    offer_fingerprint BLOB NOT NULL,
    -- The revision that last wrote the row: how a server finds what changed since its own.
    revision INTEGER NOT NULL
, record_content_at INTEGER, other_content_at INTEGER, record_commercial_at INTEGER) STRICT;
INSERT INTO products VALUES(1,'PMP-001',90001,1,'PMP 1','Pump PMP 1, 5 kW','https://storefront.example/products/pmp-001/',5,'acme','Acme','[1042]',NULL,NULL,0,'[]',0,25000000,'[]',0,NULL,'[]',0,1795363560422182,1795363564714342,X'ed735961228545baf2ea7e447b6b5429',X'eda7d98faace047c9b2a7720630a9636',2,1795363560422182,NULL,NULL);
INSERT INTO products VALUES(2,'PMP-002/A',90002,1,'PMP 2','Pump PMP 2',NULL,5,NULL,NULL,'[1042,1000]',NULL,NULL,0,'[]',0,NULL,'[]',0,NULL,'[]',0,1795363560422182,1795363560422182,X'eafa6b7254d8f960b9c68bf7f01f9a6e',X'7d86d726212aaaf9ca792cf345d24106',1,1795363560422182,NULL,NULL);
CREATE TABLE product_contents (
    product_id INTEGER NOT NULL PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    photos TEXT NOT NULL,
    seo_title TEXT NOT NULL,
    seo_html TEXT NOT NULL,
    features TEXT NOT NULL,
    configurator TEXT,
    price_data TEXT,
    description TEXT NOT NULL
) STRICT;
INSERT INTO product_contents VALUES(1,'[]','','','[[17,"5 kW"]]',NULL,NULL,'');
INSERT INTO product_contents VALUES(2,'[]','','','[]',NULL,NULL,'');
CREATE TABLE product_resources (
    product_id INTEGER NOT NULL PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    documentation TEXT NOT NULL,
    software TEXT NOT NULL,
    fingerprint BLOB NOT NULL
) STRICT;
CREATE TABLE change_events (
    seq INTEGER NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    stock_number TEXT NOT NULL,
    is_content INTEGER NOT NULL,
    is_commercial INTEGER NOT NULL,
    is_removed INTEGER NOT NULL,
    section_ids TEXT NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT;
INSERT INTO change_events VALUES(1,1,'PMP-001',1,0,0,'[1042]',1795363560422182);
INSERT INTO change_events VALUES(2,1,'PMP-002/A',1,0,0,'[1042,1000]',1795363560422182);
INSERT INTO change_events VALUES(3,2,'PMP-001',0,1,0,'[1042]',1795363564714342);
CREATE TABLE change_memberships (
    section_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    in_section INTEGER NOT NULL,
    PRIMARY KEY (section_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO change_memberships VALUES(1000,1,1);
INSERT INTO change_memberships VALUES(1000,2,1);
INSERT INTO change_memberships VALUES(1000,3,1);
INSERT INTO change_memberships VALUES(1042,1,1);
INSERT INTO change_memberships VALUES(1042,2,1);
INSERT INTO change_memberships VALUES(1042,3,1);
CREATE TABLE accounts (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    login_key TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    company TEXT NOT NULL,
    phone TEXT,
    comment TEXT,
    password_hash TEXT NOT NULL,
    role TEXT NOT NULL,
    status TEXT NOT NULL,
    price_level TEXT NOT NULL,
    configurator_access INTEGER NOT NULL,
    token_generation INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
, revision INTEGER NOT NULL DEFAULT 0, registration_attempts INTEGER NOT NULL DEFAULT 0, password_requested_at INTEGER, invitation_hash TEXT, invitation_expires_at INTEGER) STRICT;
CREATE TABLE attempt_windows (
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL, slices TEXT,
    PRIMARY KEY (kind, source)
) STRICT, WITHOUT ROWID;
CREATE TABLE catalog_commits (
    revision INTEGER NOT NULL PRIMARY KEY,
    committed_at INTEGER NOT NULL
) STRICT;
INSERT INTO catalog_commits VALUES(1,1795363560426006);
INSERT INTO catalog_commits VALUES(2,1795363564736119);
CREATE TABLE account_commits (
    revision INTEGER NOT NULL PRIMARY KEY,
    mark INTEGER NOT NULL DEFAULT (random())
) STRICT;
DELETE FROM sqlite_sequence;
CREATE INDEX products_by_revision ON products (revision);
CREATE INDEX change_events_by_time ON change_events (changed_at, seq);
CREATE INDEX attempt_windows_by_age ON attempt_windows (opened_at);
CREATE INDEX accounts_by_revision ON accounts (revision);
CREATE INDEX accounts_by_status ON accounts (status, id);
CREATE UNIQUE INDEX accounts_by_invitation ON accounts (invitation_hash);
COMMIT;
