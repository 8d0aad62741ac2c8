//! The contract of the storage ports: one suite that a store must pass on SQLite and on PostgreSQL.

pub mod account_history;
pub mod account_lists;
pub mod accounts;
pub mod comparison;
pub mod concurrency;
pub mod erasure;
pub mod events;
pub mod import;
pub mod import_history;
pub mod invitations;
pub mod job_bytes;
pub mod jobs;
pub mod keys;
pub mod parts;
pub mod retention;
pub mod round_trip;
pub mod sessions;
pub mod source_ids;
pub mod updates;
pub mod v1_usage;
pub mod visibility;

/// Makes one `#[test]` of every function of the suite. `$with_store` is a `fn(fn(&dyn AnyStore))` that calls its
/// argument with a fresh, empty store.
#[macro_export]
macro_rules! store_contract_tests {
    ($with_store:ident) => {
        $crate::store_contract_tests! { @suite $with_store, accounts:
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
            an_unknown_account_is_none
        }
        $crate::store_contract_tests! { @suite $with_store, comparison:
            stored_content_is_read_as_it_was_written
            products_are_found_by_the_sections_of_their_filter_values
            products_are_found_by_the_warehouses_of_their_stock
            stored_offers_are_read_as_they_were_written
        }
        $crate::store_contract_tests! { @suite $with_store, account_history:
            events_of_accounts_are_read_back_the_latest_first
            sign_ins_and_other_events_of_an_account_are_bounded_apart
        }
        $crate::store_contract_tests! { @suite $with_store, account_lists:
            accounts_are_listed_by_id_and_status
            a_list_of_accounts_has_pages
            only_accounts_that_may_have_tokens_are_loaded
            changes_of_accounts_are_reported
            changes_of_accounts_since_an_unknown_state_are_not_reported
        }
        $crate::store_contract_tests! { @suite $with_store, invitations:
            a_registration_of_a_known_login_is_counted_and_changes_nothing_else
            the_oldest_pending_accounts_are_deleted_beyond_the_bound
            a_new_invitation_replaces_the_one_before
            an_invitation_that_is_valid_longer_than_may_be_replaced_stays
            an_invitation_sets_the_password_once
            only_one_of_many_uses_of_an_invitation_succeeds
            an_invitation_is_revoked_when_the_account_is_disabled_or_gets_a_password
            a_request_for_a_password_is_noted_for_active_accounts
        }
        $crate::store_contract_tests! { @suite $with_store, job_bytes:
            pieces_are_read_back_until_their_blob_is_deleted
        }
        $crate::store_contract_tests! { @suite $with_store, jobs:
            a_store_has_the_jobs_that_each_change_makes
            changes_of_jobs_follow_each_other
            imports_end_with_the_right_of_their_account_to_import
            a_job_is_committed_at_most_once
        }
        $crate::store_contract_tests! { @suite $with_store, keys:
            every_field_of_a_key_survives_and_the_newest_key_comes_first
            an_account_has_ten_keys_that_have_not_ended
            only_active_accounts_get_keys
            servers_follow_the_keys_of_accounts
            a_deleted_key_is_gone_and_another_accounts_is_not_deleted
            a_use_is_noted_and_makes_no_revision
            of_many_keys_that_are_added_at_once_no_more_than_ten_are
            owners_of_keys_that_end_soon_are_notified_once
        }
        $crate::store_contract_tests! { @suite $with_store, concurrency:
            the_signing_secret_is_stored_once_by_concurrent_callers
            a_rotation_keeps_one_previous_secret
            only_one_of_many_registrations_of_a_login_succeeds
            changes_of_one_account_do_not_undo_each_other
            rehashing_never_restores_a_password_that_was_changed
            accounts_are_not_blocked_by_an_import_that_holds_its_lock
            accounts_are_not_blocked_by_an_import_that_writes
            a_second_import_is_refused_until_the_first_ends
            a_reader_misses_no_event_of_two_writers
        }
        $crate::store_contract_tests! { @suite $with_store, erasure:
            an_erased_account_is_a_number_and_others_stay
            a_refused_erasure_changes_nothing
        }
        $crate::store_contract_tests! { @suite $with_store, events:
            events_are_numbered_in_order_across_runs
            a_revision_knows_where_its_log_ends
            a_feed_has_only_the_events_of_its_section
            a_range_excludes_its_start_and_includes_its_end
            a_limit_gives_the_first_events_or_the_last
            every_kind_of_event_survives
            the_last_event_of_a_product_gives_it_its_version
            recorded_events_have_every_feed
        }
        $crate::store_contract_tests! { @suite $with_store, import:
            a_new_store_is_empty
            a_commit_makes_the_next_revision
            a_run_planned_against_another_revision_is_refused
            a_broken_stream_leaves_everything_as_it_was
            a_write_of_an_unknown_product_fails_the_run
            the_storefront_is_that_of_the_last_run
            a_session_sees_its_own_commit
            products_are_in_the_order_of_code_points
            price_levels_stay_in_order_of_first_appearance
            many_products_are_all_written
        }
        $crate::store_contract_tests! { @suite $with_store, import_history:
            a_run_is_recorded_with_its_commit_and_nothing_else_is
            the_latest_runs_come_first_and_the_oldest_are_forgotten
            who_has_seen_a_run_first_is_recorded
            the_last_undo_of_a_run_is_found
            the_last_runs_have_their_inverses
        }
        $crate::store_contract_tests! { @suite $with_store, parts:
            every_part_survives
            only_the_wanted_parts_are_read
            parts_are_returned_in_the_requested_order
            parts_are_replaced_whole
            a_batch_knows_since_when_it_is_unchanged
            links_are_stored_beside_the_record
        }
        $crate::store_contract_tests! { @suite $with_store, retention:
            the_ends_of_an_empty_log_are_its_beginning
            the_ends_of_the_log_follow_its_times
            a_moment_is_found_between_events
            a_tally_counts_each_product_once
            pruning_stops_below_the_floor
            pruned_events_are_gone_from_every_feed
        }
        $crate::store_contract_tests! { @suite $with_store, round_trip:
            every_field_of_a_product_survives
            every_field_of_a_section_survives
            every_field_of_a_product_type_survives
            warehouses_are_replaced_by_id
            a_product_is_replaced_whole
            inactive_products_are_in_the_snapshot_only
        }
        $crate::store_contract_tests! { @suite $with_store, sessions:
            a_session_is_found_until_it_ends
            expired_sessions_are_deleted_when_another_one_starts
            a_session_knows_the_visits_before_it
        }
        $crate::store_contract_tests! { @suite $with_store, source_ids:
            two_products_can_swap_their_source_ids
            a_released_source_id_leaves_its_product_without_one
            two_sections_can_swap_their_source_ids
            a_source_id_that_another_product_holds_fails_the_run
        }
        $crate::store_contract_tests! { @suite $with_store, updates:
            changes_make_what_a_full_load_gives
            unchanged_products_are_not_reported
            a_revision_that_the_store_never_had_has_no_changes
        }
        $crate::store_contract_tests! { @suite $with_store, v1_usage:
            requests_to_v1_add_up_by_caller_and_route
            requests_to_v1_that_servers_add_at_once_are_all_counted
        }
        $crate::store_contract_tests! { @suite $with_store, visibility:
            an_empty_store_has_nothing_to_look_up
            what_decides_on_a_product_is_found_active_or_not
            the_latest_events_of_a_product_come_newest_first
        }
    };
    (@suite $with_store:ident, $suite:ident: $($name:ident)+) => {
        mod $suite {
            $(#[test]
            fn $name() {
                super::$with_store($crate::contract::$suite::$name);
            })+
        }
    };
}
