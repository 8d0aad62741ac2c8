//! The tables as the query code names them. The migrations make them; a test reads every column back from both engines.

diesel::table! {
    store_state (id) {
        id -> BigInt,
        catalog_revision -> BigInt,
        account_revision -> BigInt,
        last_event_number -> BigInt,
        committed_at -> Nullable<BigInt>,
        history_id -> Text,
        storefront_host -> Nullable<Text>,
        signing_secret -> Nullable<Binary>,
    }
}

diesel::table! {
    catalog_commits (revision) {
        revision -> BigInt,
        committed_at -> BigInt,
    }
}

diesel::table! {
    import_runs (revision) {
        revision -> BigInt,
        kind -> Text,
        run_at -> BigInt,
        committed_at -> BigInt,
        run_by -> Text,
        files -> Text,
        counts -> Text,
    }
}

diesel::table! {
    price_levels (position) {
        position -> BigInt,
        name -> Text,
    }
}

diesel::table! {
    warehouses (id) {
        id -> Text,
        name -> Text,
    }
}

diesel::table! {
    product_types (id) {
        id -> BigInt,
        name -> Text,
        feature_groups -> Text,
    }
}

diesel::table! {
    sections (id) {
        id -> BigInt,
        source_id -> Nullable<BigInt>,
        parent_id -> Nullable<BigInt>,
        name -> Text,
        url -> Nullable<Text>,
        is_active -> Bool,
        is_service -> Bool,
        sort_order -> BigInt,
        filter_index -> Nullable<Text>,
        filters -> Text,
        synced_at -> BigInt,
        revision -> BigInt,
    }
}

diesel::table! {
    products (id) {
        id -> BigInt,
        stock_number -> Text,
        source_id -> Nullable<BigInt>,
        is_active -> Bool,
        name -> Text,
        full_name -> Text,
        url -> Nullable<Text>,
        type_id -> BigInt,
        vendor_id -> Nullable<Text>,
        vendor_name -> Nullable<Text>,
        sections -> Text,
        primary_section -> Nullable<BigInt>,
        preview -> Nullable<Text>,
        has_configurator -> Bool,
        filter_values -> Text,
        hide_prices -> Bool,
        retail -> Nullable<BigInt>,
        levels -> Text,
        sale -> Bool,
        special -> Nullable<BigInt>,
        stock -> Text,
        shipping -> BigInt,
        content_updated_at -> BigInt,
        commercial_updated_at -> BigInt,
        record_fingerprint -> Binary,
        offer_fingerprint -> Binary,
        revision -> BigInt,
        record_content_at -> Nullable<BigInt>,
        other_content_at -> Nullable<BigInt>,
        record_commercial_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    product_contents (product_id) {
        product_id -> BigInt,
        photos -> Text,
        seo_title -> Text,
        seo_html -> Text,
        features -> Text,
        configurator -> Nullable<Text>,
        price_data -> Nullable<Text>,
        description -> Text,
    }
}

diesel::table! {
    product_resources (product_id) {
        product_id -> BigInt,
        documentation -> Text,
        software -> Text,
        fingerprint -> Binary,
    }
}

diesel::table! {
    change_events (seq) {
        seq -> BigInt,
        revision -> BigInt,
        stock_number -> Text,
        is_content -> Bool,
        is_commercial -> Bool,
        is_removed -> Bool,
        section_ids -> Text,
        changed_at -> BigInt,
    }
}

diesel::table! {
    change_memberships (section_id, seq) {
        section_id -> BigInt,
        seq -> BigInt,
        in_section -> Bool,
    }
}

diesel::table! {
    accounts (id) {
        id -> BigInt,
        login_key -> Text,
        email -> Text,
        name -> Text,
        company -> Text,
        phone -> Nullable<Text>,
        comment -> Nullable<Text>,
        password_hash -> Text,
        role -> Text,
        status -> Text,
        price_level -> Text,
        configurator_access -> Bool,
        token_generation -> BigInt,
        created_at -> BigInt,
        updated_at -> BigInt,
        revision -> BigInt,
        registration_attempts -> BigInt,
        password_requested_at -> Nullable<BigInt>,
        invitation_hash -> Nullable<Text>,
        invitation_expires_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    account_commits (revision) {
        revision -> BigInt,
        mark -> BigInt,
    }
}

diesel::table! {
    sessions (hash) {
        hash -> Text,
        account_id -> BigInt,
        generation -> BigInt,
        expires_at -> BigInt,
    }
}

diesel::table! {
    account_events (id) {
        id -> BigInt,
        account_id -> BigInt,
        happened_at -> BigInt,
        author -> Text,
        kind -> Text,
        field -> Nullable<Text>,
        value_before -> Nullable<Text>,
        value_after -> Nullable<Text>,
    }
}

diesel::table! {
    attempt_windows (kind, source) {
        kind -> Text,
        source -> Text,
        opened_at -> BigInt,
        attempts -> BigInt,
        slices -> Nullable<Text>,
    }
}

diesel::joinable!(product_contents -> products (product_id));
diesel::joinable!(product_resources -> products (product_id));
diesel::allow_tables_to_appear_in_same_query!(product_contents, products);
diesel::allow_tables_to_appear_in_same_query!(product_resources, products);
diesel::allow_tables_to_appear_in_same_query!(change_events, change_memberships);
