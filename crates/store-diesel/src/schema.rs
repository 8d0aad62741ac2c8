//! The tables as the query code names them. The migrations make them; a test reads every column back from both engines.

use crate::connection::{StoreConnection, columns_for, for_each_row};
use crate::failure::store_error;
use crate::prelude::*;
use crate::stored_table::{Owned, StoredTable};
use catalog_domain::ports::StoreError;
use diesel::upsert::excluded;

/// Declares a table by its key and its other columns, and the whole rows of it.
macro_rules! stored_table {
    (
        $table:ident ($($key:ident -> $key_kind:ident),+) as $row:ident {
            $($column:ident -> $kind:ident $(<$inner:ident>)?,)+
        }
    ) => {
        diesel::table! { $table ($($key),+) { $($key -> $key_kind,)+ $($column -> $kind $(<$inner>)?,)+ } }

        #[derive(Queryable, Selectable, Insertable, Hash)]
        #[diesel(table_name = $table, treat_none_as_default_value = false)]
        pub(crate) struct $row {
            $(pub(crate) $key: <diesel::sql_types::$key_kind as Owned>::Value,)+
            $(pub(crate) $column: <diesel::sql_types::$kind $(<diesel::sql_types::$inner>)? as Owned>::Value,)+
        }

        impl StoredTable for $table::table {
            const NAME: &'static str = stringify!($table);
            type Row = $row;

            fn read(
                connection: &mut StoreConnection,
                take: &mut dyn FnMut($row) -> Result<(), StoreError>,
            ) -> Result<(), StoreError> {
                let rows = $table::table.order($table::table.primary_key());
                for_each_row!(connection, inner => rows.select(columns_for::<$row, _>(inner)), $row, take)
            }

            fn insert(connection: &mut StoreConnection, rows: Vec<$row>) -> Result<(), StoreError> {
                match connection {
                    StoreConnection::Postgres(inner) => {
                        diesel::copy_from($table::table).from_insertable(rows).execute(inner).map(drop).map_err(store_error)
                    }
                    StoreConnection::Sqlite(inner) => rows
                        .iter()
                        .try_for_each(|row| diesel::insert_into($table::table).values(row).execute(inner).map(drop)),
                }
            }

            fn replace(connection: &mut StoreConnection, rows: Vec<&$row>) -> Result<(), StoreError> {
                if rows.is_empty() {
                    return Ok(());
                }
                let key = $table::table.primary_key();
                let columns = ($($table::$column.eq(excluded($table::$column)),)+);
                match connection {
                    StoreConnection::Postgres(inner) => {
                        let statement = diesel::insert_into($table::table).values(rows).on_conflict(key).do_update();
                        statement.set(columns).execute(inner).map(drop)
                    }
                    StoreConnection::Sqlite(inner) => rows.into_iter().try_for_each(|row| {
                        let statement = diesel::insert_into($table::table).values(row).on_conflict(key).do_update();
                        statement.set(columns).execute(inner).map(drop)
                    }),
                }
            }

            fn count(connection: &mut StoreConnection) -> Result<i64, StoreError> {
                $table::table.count().get_result(connection)
            }
        }
    };
}

stored_table! {
    store_state (id -> BigInt) as StateRow {
        catalog_revision -> BigInt,
        account_revision -> BigInt,
        last_event_number -> BigInt,
        committed_at -> Nullable<BigInt>,
        history_id -> Text,
        storefront_host -> Nullable<Text>,
        signing_secret -> Nullable<Binary>,
        moved_to -> Nullable<Text>,
        signing_secret_at -> Nullable<BigInt>,
        previous_signing_secret -> Nullable<Binary>,
    }
}

stored_table! {
    catalog_commits (revision -> BigInt) as CommitRow {
        committed_at -> BigInt,
    }
}

stored_table! {
    import_runs (revision -> BigInt) as ImportRunRow {
        kind -> Text,
        run_at -> BigInt,
        committed_at -> BigInt,
        run_by -> Text,
        files -> Text,
        counts -> Text,
        warnings -> Text,
        job_id -> Nullable<Text>,
        seen_by -> Nullable<BigInt>,
        seen_at -> Nullable<BigInt>,
        undoes -> Nullable<BigInt>,
    }
}

stored_table! {
    run_inverses (revision -> BigInt, piece -> BigInt) as InverseRow {
        content -> Binary,
    }
}

stored_table! {
    import_jobs (id -> Text) as WholeJobRow {
        state -> Text,
        kind -> Text,
        is_dry_run -> Bool,
        allow_removals -> BigInt,
        max_renames -> Nullable<BigInt>,
        allow_empty -> Bool,
        is_in_parts -> Bool,
        account_id -> BigInt,
        email -> Text,
        key_name -> Nullable<Text>,
        idempotency_key -> Nullable<Text>,
        digest -> Nullable<Text>,
        created_at -> BigInt,
        received_at -> BigInt,
        arrival -> Nullable<BigInt>,
        holder -> Nullable<Text>,
        lease_until -> Nullable<BigInt>,
        is_cancelling -> Bool,
        attempts -> BigInt,
        phase -> Nullable<Text>,
        records -> BigInt,
        rate -> Nullable<BigInt>,
        started_at -> Nullable<BigInt>,
        finished_at -> Nullable<BigInt>,
        report -> Nullable<Text>,
        problems -> Text,
        changes -> Nullable<Text>,
        expected_revision -> Nullable<BigInt>,
        keeps_input -> Bool,
        tried_id -> Nullable<Text>,
        name -> Nullable<Text>,
    }
}

stored_table! {
    import_parts (job_id -> Text, number -> BigInt) as ImportPartRow {
        blob -> Text,
        encoding -> Text,
        sent_bytes -> BigInt,
        content_bytes -> BigInt,
        source_id -> Nullable<Text>,
        is_offer_table -> Bool,
    }
}

stored_table! {
    import_pieces (job_id -> Text, blob -> Text, piece -> BigInt) as ImportPieceRow {
        stored_at -> BigInt,
        content -> Binary,
    }
}

stored_table! {
    price_levels (position -> BigInt) as PriceLevelRow {
        name -> Text,
    }
}

stored_table! {
    warehouses (id -> Text) as WarehouseRow {
        name -> Text,
    }
}

stored_table! {
    product_types (id -> BigInt) as ProductTypeRow {
        name -> Text,
        feature_groups -> Text,
    }
}

stored_table! {
    sections (id -> BigInt) as SectionRow {
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

stored_table! {
    products (id -> BigInt) as WholeProductRow {
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

stored_table! {
    product_contents (product_id -> BigInt) as ContentsRow {
        photos -> Text,
        seo_title -> Text,
        seo_html -> Text,
        features -> Text,
        configurator -> Nullable<Text>,
        price_data -> Nullable<Text>,
        description -> Text,
    }
}

stored_table! {
    product_resources (product_id -> BigInt) as LinksRow {
        documentation -> Text,
        software -> Text,
        fingerprint -> Binary,
    }
}

stored_table! {
    product_versions (product_id -> BigInt) as ProductVersionRow {
        version -> BigInt,
    }
}

stored_table! {
    change_events (seq -> BigInt) as EventRow {
        revision -> BigInt,
        stock_number -> Text,
        is_content -> Bool,
        is_commercial -> Bool,
        is_removed -> Bool,
        section_ids -> Text,
        changed_at -> BigInt,
    }
}

stored_table! {
    change_memberships (section_id -> BigInt, seq -> BigInt) as MembershipRow {
        in_section -> Bool,
    }
}

stored_table! {
    accounts (id -> BigInt) as AccountRow {
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
        language -> Nullable<Text>,
    }
}

stored_table! {
    account_commits (revision -> BigInt) as AccountCommitRow {
        mark -> BigInt,
    }
}

stored_table! {
    sessions (hash -> Text) as SessionRow {
        account_id -> BigInt,
        generation -> BigInt,
        expires_at -> BigInt,
        visited_before -> Nullable<BigInt>,
    }
}

stored_table! {
    account_visits (account_id -> BigInt) as VisitRow {
        last_at -> BigInt,
        sections -> Text,
    }
}

stored_table! {
    account_keys (id -> Text) as ApiKeyRow {
        account_id -> BigInt,
        name -> Text,
        access_right -> Text,
        hash -> Text,
        created_at -> BigInt,
        expires_at -> Nullable<BigInt>,
        last_used_at -> Nullable<BigInt>,
        end_told_at -> Nullable<BigInt>,
        address -> Nullable<Text>,
    }
}

stored_table! {
    account_events (id -> BigInt) as WholeAccountEventRow {
        account_id -> BigInt,
        happened_at -> BigInt,
        author -> Text,
        kind -> Text,
        field -> Nullable<Text>,
        value_before -> Nullable<Text>,
        value_after -> Nullable<Text>,
    }
}

stored_table! {
    v1_usage (account_id -> BigInt, route -> Text) as UsageRow {
        requests -> BigInt,
        last_used_at -> BigInt,
    }
}

stored_table! {
    leases (name -> Text) as LeaseRow {
        holder -> Text,
        expires_at -> BigInt,
    }
}

stored_table! {
    attempt_windows (kind -> Text, source -> Text) as AttemptRow {
        opened_at -> BigInt,
        attempts -> BigInt,
        slices -> Nullable<Text>,
    }
}

diesel::joinable!(product_contents -> products (product_id));
diesel::joinable!(product_resources -> products (product_id));
diesel::joinable!(product_versions -> products (product_id));
diesel::allow_tables_to_appear_in_same_query!(product_contents, product_resources, product_versions, products);
diesel::allow_tables_to_appear_in_same_query!(accounts, account_keys);
diesel::allow_tables_to_appear_in_same_query!(change_events, change_memberships);
diesel::allow_tables_to_appear_in_same_query!(import_jobs, import_parts);
