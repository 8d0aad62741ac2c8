//! The tables. `docs/mirror.md` describes those that are meant to be read.

/// Of every connection.
pub(super) const SETTINGS: &str = "
    PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
";

/// The mirror's own tables: whose prices these are, the checkpoint of each section, and which section has which
/// product. A product has the generation of the first copy that had it last; those of an earlier one are dropped at its
/// end.
pub(super) const MIRROR: &str = "
    CREATE TABLE mirror (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), login TEXT NOT NULL) STRICT;
    CREATE TABLE mirrored_sections (section_id TEXT NOT NULL PRIMARY KEY, checkpoint TEXT NOT NULL)
        STRICT, WITHOUT ROWID;
    CREATE TABLE mirrored_products (
        section_id TEXT NOT NULL, stock_number TEXT NOT NULL, generation INTEGER NOT NULL,
        PRIMARY KEY (section_id, stock_number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mirrored_products_by_product ON mirrored_products (stock_number);
";

/// What decides the prices that the account sees. Files of earlier versions have no such table.
pub(super) const VIEW: &str = "
    CREATE TABLE IF NOT EXISTS mirrored_view (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), view TEXT NOT NULL) STRICT;
";

/// `--database`.
pub(super) const DOCUMENTS: &str = "
    CREATE TABLE products (stock_number TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL, version INTEGER)
        STRICT, WITHOUT ROWID;
";

/// `--store`. What belongs to a product is deleted with it.
pub(super) const TABLES: &str = "
    CREATE TABLE products (
        stock_number TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL, full_name TEXT NOT NULL, url TEXT NOT NULL,
        vendor_id TEXT NOT NULL, vendor_name TEXT NOT NULL, preview_url TEXT NOT NULL,
        primary_section_id TEXT NOT NULL,
        content_updated_at TEXT NOT NULL, commercial_updated_at TEXT NOT NULL,
        body TEXT NOT NULL, version INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE prices (
        stock_number TEXT NOT NULL REFERENCES products ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('retail', 'personal', 'sale', 'level')), level TEXT NOT NULL,
        currency TEXT NOT NULL,
        ten_thousandths INTEGER, amount REAL GENERATED ALWAYS AS (ten_thousandths / 10000.0) VIRTUAL,
        on_request INTEGER NOT NULL, is_active INTEGER NOT NULL,
        PRIMARY KEY (stock_number, kind, level)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE stock (
        stock_number TEXT NOT NULL PRIMARY KEY REFERENCES products ON DELETE CASCADE,
        in_stock INTEGER NOT NULL, shipping INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE warehouse_stock (
        stock_number TEXT NOT NULL REFERENCES products ON DELETE CASCADE,
        warehouse_id TEXT NOT NULL, warehouse_name TEXT NOT NULL, quantity INTEGER NOT NULL,
        PRIMARY KEY (stock_number, warehouse_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE product_sections (
        stock_number TEXT NOT NULL REFERENCES products ON DELETE CASCADE,
        section_id TEXT NOT NULL, is_primary INTEGER NOT NULL,
        PRIMARY KEY (stock_number, section_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX product_sections_by_section ON product_sections (section_id);
    CREATE TABLE sections (
        section_id TEXT NOT NULL PRIMARY KEY, parent_section_id TEXT, name TEXT NOT NULL, url TEXT NOT NULL,
        level INTEGER NOT NULL, position INTEGER NOT NULL,
        product_count INTEGER NOT NULL, available_product_count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        event_id TEXT NOT NULL, section_id TEXT NOT NULL, stock_number TEXT NOT NULL,
        operation TEXT NOT NULL, change_types TEXT NOT NULL, in_section INTEGER NOT NULL, changed_at TEXT NOT NULL,
        version INTEGER
    ) STRICT;
";

/// Has every section read from its beginning. Products stay until that has ended.
pub(super) const BEGIN_AGAIN: &str = "
    UPDATE mirrored_sections SET checkpoint = json_set(checkpoint, '$.position', 'Begin')
    WHERE checkpoint ->> '$.position' IS NOT 'Begin'";

/// Makes a file of this version of one without versions of products. The next first copy adds them.
pub(super) const ADD_VERSIONS: &str = "ALTER TABLE products ADD COLUMN version INTEGER;";
/// And with tables.
pub(super) const ADD_VERSIONS_OF_EVENTS: &str = "ALTER TABLE events ADD COLUMN version INTEGER;";

diesel::table! {
    mirror (id) {
        id -> BigInt,
        login -> Text,
    }
}

diesel::table! {
    mirrored_view (id) {
        id -> BigInt,
        view -> Text,
    }
}

diesel::table! {
    mirrored_sections (section_id) {
        section_id -> Text,
        checkpoint -> Text,
    }
}

diesel::table! {
    mirrored_products (section_id, stock_number) {
        section_id -> Text,
        stock_number -> Text,
        generation -> BigInt,
    }
}

diesel::table! {
    products (stock_number) {
        stock_number -> Text,
        name -> Text,
        full_name -> Text,
        url -> Text,
        vendor_id -> Text,
        vendor_name -> Text,
        preview_url -> Text,
        primary_section_id -> Text,
        content_updated_at -> Text,
        commercial_updated_at -> Text,
        body -> Text,
        version -> Nullable<BigInt>,
    }
}

diesel::table! {
    prices (stock_number, kind, level) {
        stock_number -> Text,
        kind -> Text,
        level -> Text,
        currency -> Text,
        ten_thousandths -> Nullable<BigInt>,
        on_request -> Bool,
        is_active -> Bool,
    }
}

diesel::table! {
    stock (stock_number) {
        stock_number -> Text,
        in_stock -> BigInt,
        shipping -> BigInt,
    }
}

diesel::table! {
    warehouse_stock (stock_number, warehouse_id) {
        stock_number -> Text,
        warehouse_id -> Text,
        warehouse_name -> Text,
        quantity -> BigInt,
    }
}

diesel::table! {
    product_sections (stock_number, section_id) {
        stock_number -> Text,
        section_id -> Text,
        is_primary -> Bool,
    }
}

diesel::table! {
    sections (section_id) {
        section_id -> Text,
        parent_section_id -> Nullable<Text>,
        name -> Text,
        url -> Text,
        level -> BigInt,
        position -> BigInt,
        product_count -> BigInt,
        available_product_count -> BigInt,
    }
}

diesel::table! {
    events (id) {
        id -> BigInt,
        event_id -> Text,
        section_id -> Text,
        stock_number -> Text,
        operation -> Text,
        change_types -> Text,
        in_section -> Bool,
        changed_at -> Text,
        version -> Nullable<BigInt>,
    }
}

diesel::allow_tables_to_appear_in_same_query!(products, mirrored_products);
