//! `catalog user`: accounts without HTTP.

mod add;
mod change;
mod list;
mod password;
mod profile;

pub(crate) use add::blank_profile;
pub(crate) use password::generate_password;

use crate::store::{open_existing_store, open_store, open_store_to_show};
use add::AddArguments;
use catalog_domain::ports::{AccountEvent, AccountHistory};
use change::{InvitingArguments, SetArguments, StatusArguments};
use clap::{Args, Subcommand};
use list::ListArguments;

/// Records audited events for administrators; the audit log has them in any case.
pub(crate) fn record(store: &dyn AccountHistory, events: &[AccountEvent]) {
    if let Err(error) = store.record_events(events) {
        tracing::warn!(%error, "events of accounts were not recorded");
    }
}

/// The arguments of `catalog user`.
#[derive(Args)]
pub struct UserArguments {
    #[command(subcommand)]
    action: UserAction,
}

/// The operations on accounts.
#[derive(Subcommand)]
enum UserAction {
    /// Makes an account that is active at once
    Add(AddArguments),
    /// Approves a pending account, and prints the link on which the person sets a password
    Approve(InvitingArguments),
    /// Disables an account; its tokens stop working
    Disable(StatusArguments),
    /// Erases an account for good: who the person is, with keys, links and events; the id stays
    Erase(StatusArguments),
    /// Enables a disabled account again
    Enable(InvitingArguments),
    /// Prints a new link on which the person sets a password; an earlier one stops working
    Invite(InvitingArguments),
    /// Changes an account
    Set(SetArguments),
    /// Lists accounts
    List(ListArguments),
}

/// Applies it.
///
/// # Errors
/// When arguments are bad, there is no such account, or the store fails.
pub fn run(arguments: &UserArguments) -> anyhow::Result<()> {
    match &arguments.action {
        UserAction::Add(arguments) => add::run(arguments, || open_store(&arguments.database)),
        UserAction::Approve(arguments) => change::approve(arguments, &open_existing_store(&arguments.database)?),
        UserAction::Disable(arguments) => change::disable(arguments, &open_existing_store(&arguments.database)?),
        UserAction::Erase(arguments) => change::erase(arguments, &open_existing_store(&arguments.database)?),
        UserAction::Enable(arguments) => change::enable(arguments, &open_existing_store(&arguments.database)?),
        UserAction::Invite(arguments) => change::make_invitation(arguments, &open_existing_store(&arguments.database)?),
        UserAction::Set(arguments) => change::set(arguments, || open_existing_store(&arguments.database)),
        UserAction::List(arguments) => list::run(arguments, &open_store_to_show(&arguments.database)?),
    }
}
