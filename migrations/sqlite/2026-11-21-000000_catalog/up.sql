-- The whole store as its first version has it. Timestamps are microseconds since 1970-01-01T00:00:00Z, money is counted in
-- 1/10000 USD, fingerprints are 16 bytes, nested lists are compact JSON.

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
INSERT INTO store_state (id, catalog_revision, account_revision, last_event_number, history_id)
VALUES (1, 0, 0, 0, lower(hex(randomblob(16))));

CREATE TABLE price_levels (
    position INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE warehouses (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE product_types (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    feature_groups TEXT NOT NULL
) STRICT;

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
    content_fingerprint BLOB NOT NULL,
    option_prices_fingerprint BLOB NOT NULL,
    offer_fingerprint BLOB NOT NULL,
    -- The revision that last wrote the row: how a server finds what changed since its own.
    revision INTEGER NOT NULL
) STRICT;
CREATE INDEX products_by_revision ON products (revision);

-- The heavy parts, read for single pages only and therefore kept apart from the rows that every server reads whole.
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
-- Times never go back along the numbers, so the numbers ascend in this index too.
CREATE INDEX change_events_by_time ON change_events (changed_at, seq);

-- Which sections' feeds an event is in; the key is the order in which a feed reads.
CREATE TABLE change_memberships (
    section_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    in_section INTEGER NOT NULL,
    PRIMARY KEY (section_id, seq)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: the id of a deleted account must never come back, for tokens name accounts by id.
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
) STRICT;
