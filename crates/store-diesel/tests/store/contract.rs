//! The contract of the storage ports: one suite, on both engines.

mod account_history;
mod account_lists;
mod accounts;
mod comparison;
mod concurrency;
pub(crate) mod erasure;
mod events;
mod import;
mod import_history;
mod invitations;
pub(crate) mod job_bytes;
mod jobs;
mod keys;
mod parts;
mod retention;
mod round_trip;
mod sessions;
mod source_ids;
mod updates;
mod v1_usage;
mod visibility;

use crate::support::{TestLocation, options};
use catalog_testkit::AnyStore;
use catalog_testkit::postgres::{TestPooler, TestPostgres};
use store_diesel::{PostgresPooler, Store, StoreOptions};

type Test = fn(&dyn AnyStore);

fn on_sqlite(test: Test) {
    let location = TestLocation::sqlite();
    test(&location.open());
}

fn on_postgres(test: Test) {
    TestLocation::postgres_store().into_iter().for_each(|location| test(&location.open()));
}

/// Through PgBouncer in transaction mode, where each transaction may get another session.
fn behind_a_pooler(test: Test) {
    through_a_pooler(test, TestLocation::postgres_store());
}

fn through_a_pooler(test: Test, location: Option<TestLocation>) {
    let Some((server, TestLocation::Postgres(database))) = TestPostgres::shared().zip(location) else { return };
    let url = TestPooler::shared(server).map_or(database.url.clone(), |pooler| pooler.url_of(&database.name));
    let options = StoreOptions { pooler: PostgresPooler::Transaction, ..options() };
    test(&Store::open(&url.parse().unwrap(), &options).unwrap());
}

/// In a database that isolates transactions as if they came one after the other: those that lose are repeated.
fn serializable(test: Test) {
    isolated(test, TestLocation::postgres_store());
}

fn isolated(test: Test, location: Option<TestLocation>) {
    let Some(TestLocation::Postgres(database)) = location else { return };
    let name = &database.name;
    database.execute(&format!("ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'"));
    test(&TestLocation::Postgres(database).open());
}

#[test]
fn a_store_is_made_behind_a_pooler_and_where_transactions_are_serializable() {
    through_a_pooler(import::a_new_store_is_empty, TestLocation::postgres());
    isolated(import::a_new_store_is_empty, TestLocation::postgres());
}

/// Makes a `#[test]` of every function of the suite on every kind of store.
macro_rules! tests_of {
    ($($suite:ident: $($name:ident)+,)+) => {
        tests_of! { @on on_sqlite $($suite: $($name)+,)+ }
        tests_of! { @on on_postgres $($suite: $($name)+,)+ }
        tests_of! { @on behind_a_pooler $($suite: $($name)+,)+ }
        tests_of! { @on serializable $($suite: $($name)+,)+ }
    };
    (@on $with_store:ident $($suite:ident: $($name:ident)+,)+) => {
        mod $with_store {
            $(mod $suite {
                $(#[test]
                fn $name() {
                    super::super::$with_store(super::super::$suite::$name);
                })+
            })+
        }
    };
}

tests_of! {
    accounts:
        logins_are_compared_without_case
        a_login_is_taken_once
        every_field_of_an_account_survives
        an_account_may_have_no_password
        a_pending_account_loses_its_password_when_it_is_approved
        a_profile_is_replaced_but_for_its_email
        tokens_are_revoked_when_an_account_stops_being_active
        a_new_password_revokes_tokens
        a_hash_is_replaced_only_while_it_is_the_one_that_was_verified
        every_change_of_an_account_makes_a_revision
        an_unknown_account_is_none,
    comparison:
        products_are_found_by_the_sections_of_their_filter_values
        products_are_found_by_the_warehouses_of_their_stock,
    account_history:
        events_of_accounts_are_read_back_the_latest_first
        sign_ins_and_other_events_of_an_account_are_bounded_apart,
    account_lists:
        accounts_are_listed_by_id_and_status
        a_list_of_accounts_has_pages
        only_accounts_that_may_have_tokens_are_loaded
        changes_of_accounts_are_reported
        changes_of_accounts_since_an_unknown_state_are_not_reported,
    invitations:
        a_registration_of_a_known_login_is_counted_and_changes_nothing_else
        the_oldest_pending_accounts_are_deleted_beyond_the_bound
        a_new_invitation_replaces_the_one_before
        an_invitation_that_is_valid_longer_than_may_be_replaced_stays
        an_invitation_sets_the_password_once
        only_one_of_many_uses_of_an_invitation_succeeds
        an_invitation_is_revoked_when_the_account_is_disabled_or_gets_a_password
        a_request_for_a_password_is_noted_for_active_accounts,
    job_bytes:
        pieces_are_read_back_until_their_blob_is_deleted,
    jobs:
        a_store_has_the_jobs_that_each_change_makes
        changes_of_jobs_follow_each_other
        imports_end_with_the_right_of_their_account_to_import
        a_job_is_committed_at_most_once,
    keys:
        every_field_of_a_key_survives_and_the_newest_key_comes_first
        an_account_has_ten_keys_that_have_not_ended
        only_active_accounts_get_keys
        servers_follow_the_keys_of_accounts
        a_deleted_key_is_gone_and_another_accounts_is_not_deleted
        a_use_is_noted_and_makes_no_revision
        of_many_keys_that_are_added_at_once_no_more_than_ten_are
        owners_of_keys_that_end_soon_are_notified_once,
    concurrency:
        the_signing_secret_is_stored_once_by_concurrent_callers
        a_rotation_keeps_one_previous_secret
        only_one_of_many_registrations_of_a_login_succeeds
        changes_of_one_account_do_not_undo_each_other
        rehashing_never_restores_a_password_that_was_changed
        accounts_are_not_blocked_by_an_import_that_holds_its_lock
        accounts_are_not_blocked_by_an_import_that_writes
        a_second_import_is_refused_until_the_first_ends
        a_reader_misses_no_event_of_two_writers,
    erasure:
        an_erased_account_is_a_number_and_others_stay
        a_refused_erasure_changes_nothing,
    events:
        events_are_numbered_in_order_across_runs
        a_revision_knows_where_its_log_ends
        every_kind_of_event_survives
        the_last_event_of_a_product_gives_it_its_version,
    import:
        a_new_store_is_empty
        a_commit_makes_the_next_revision
        a_run_planned_against_another_revision_is_refused
        a_broken_stream_leaves_everything_as_it_was
        a_write_of_an_unknown_product_fails_the_run
        the_storefront_is_that_of_the_last_run
        a_session_sees_its_own_commit
        products_are_in_the_order_of_code_points
        price_levels_stay_in_order_of_first_appearance
        many_products_are_all_written,
    import_history:
        a_run_is_recorded_with_its_commit_and_nothing_else_is
        the_latest_runs_come_first_and_the_oldest_are_forgotten
        who_has_seen_a_run_first_is_recorded
        the_last_undo_of_a_run_is_found
        the_last_runs_have_their_inverses,
    parts:
        only_the_wanted_parts_are_read
        parts_are_returned_in_the_requested_order
        parts_are_replaced_whole
        a_batch_knows_since_when_it_is_unchanged
        links_are_stored_beside_the_record,
    retention:
        a_log_in_a_store_gives_what_the_naive_log_gives,
    round_trip:
        every_field_of_a_product_survives
        every_field_of_a_section_survives
        every_field_of_a_product_type_survives
        warehouses_are_replaced_by_id
        a_product_is_replaced_whole
        inactive_products_are_in_the_snapshot_only,
    sessions:
        a_session_is_found_until_it_ends
        expired_sessions_are_deleted_when_another_one_starts
        a_session_knows_the_visits_before_it,
    source_ids:
        two_products_can_swap_their_source_ids
        a_released_source_id_leaves_its_product_without_one
        two_sections_can_swap_their_source_ids
        a_source_id_that_another_product_holds_fails_the_run,
    updates:
        changes_make_what_a_full_load_gives
        unchanged_products_are_not_reported
        a_revision_that_the_store_never_had_has_no_changes,
    v1_usage:
        requests_to_v1_add_up_by_caller_and_route
        requests_to_v1_that_servers_add_at_once_are_all_counted,
    visibility:
        an_empty_store_has_nothing_to_look_up
        what_decides_on_a_product_is_found_active_or_not
        the_latest_events_of_a_product_come_newest_first,
}
