//! `POST /portal/admin/accounts/selected`: one change of several accounts. Each is changed, and recorded, as if it were
//! alone, and the page that follows says what became of each. Several requests for access are approved here too.

use super::account::refusal_text;
use super::account_fields::offered_level;
use crate::filters;
use crate::form::PortalForm;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use askama::Template;
use catalog_app::accounts::{AccountUpdateError, UpdatedAccount};
use catalog_app::{App, ServiceFailure};
use catalog_domain::accounts::{AccountChange, AccountStatus};
use catalog_domain::values::AccountId;
use localization::Message;
use std::collections::BTreeSet;

/// The most accounts of one change.
const MOST: usize = 100;

#[derive(Template)]
#[template(path = "admin/selected_accounts.html")]
struct SelectedPage {
    layout: Layout,
    outcomes: Vec<(AccountId, Outcome)>,
    changed: usize,
}

struct Outcome {
    /// `None` when it is gone, or nobody knows.
    email: Option<String>,
    text: &'static str,
    is_good: bool,
}

pub(crate) async fn change(
    signed_in: AdminSignedIn,
    PortalForm(fields): PortalForm<Vec<(String, String)>>,
) -> PageResult {
    let accounts = accounts(&fields)?;
    let change = wanted(&fields, signed_in.app())?;
    let (mut outcomes, mut is_failing) = (Vec::new(), false);
    for id in accounts {
        let outcome = if is_failing {
            Outcome { email: None, text: "selected-not-tried", is_good: false }
        } else {
            change_one(&signed_in, id, change.clone()).await.unwrap_or_else(|failure| {
                PortalError::from(failure).log();
                is_failing = true;
                Outcome { email: None, text: "selected-failed", is_good: false }
            })
        };
        outcomes.push((id, outcome));
    }
    let changed = outcomes.iter().filter(|(_, outcome)| DONE.contains(&outcome.text)).count();
    let layout = Layout::signed_in("selected-title", NavItem::Accounts, &signed_in);
    Ok(signed_in.page(&SelectedPage { layout, outcomes, changed }))
}

/// What became of an account that was changed.
const DONE: [&str; 3] = ["selected-changed", "selected-approved", "selected-not-mailed"];

/// The accounts of the form, each once.
fn accounts(fields: &[(String, String)]) -> Result<BTreeSet<AccountId>, PortalError> {
    let chosen = fields.iter().filter(|(name, _)| name == "account").map(|(_, id)| id.parse().map(AccountId));
    let chosen: Result<BTreeSet<AccountId>, _> = chosen.collect();
    let chosen = chosen.map_err(|_| PortalError::bad_request("error-account-not-found"))?;
    match chosen.len() {
        0 => Err(PortalError::bad_request("error-none-selected")),
        1..=MOST => Ok(chosen),
        _ => Err(PortalError::bad_request(Message::new("error-too-many-selected").with("most", MOST))),
    }
}

fn wanted(fields: &[(String, String)], app: &App) -> Result<AccountChange, PortalError> {
    let field = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    match field("action") {
        Some(action @ ("level" | "approve")) => {
            let level = field("price_level").filter(|level| !level.is_empty());
            let level = level.ok_or_else(|| PortalError::bad_request("choose-level-first"))?;
            let level = offered_level(level, None, &app.catalog.current())?;
            let is_active = (action == "approve").then_some(true);
            Ok(AccountChange { price_level: Some(level), is_active, ..AccountChange::default() })
        }
        Some("disable") => Ok(AccountChange { is_active: Some(false), ..AccountChange::default() }),
        _ => Err(PortalError::bad_request("error-form-unreadable")),
    }
}

async fn change_one(
    signed_in: &AdminSignedIn,
    id: AccountId,
    change: AccountChange,
) -> Result<Outcome, ServiceFailure> {
    let (accounts, gone) = (&signed_in.app().accounts, Outcome { email: None, text: "selected-gone", is_good: false });
    let Some(account) = accounts.find(id).await? else { return Ok(gone) };
    let mut after = account.profile.clone();
    change.apply(&mut after);
    let is_approval = change.is_active == Some(true);
    let (text, is_good) = if is_approval != (account.profile.status == AccountStatus::Pending) {
        (if is_approval { "selected-decided" } else { "selected-waits" }, false)
    } else if after == account.profile {
        ("selected-unchanged", true)
    } else {
        match accounts.change(signed_in.account.id, id, change, true).await {
            Ok(Some(updated)) => done(is_approval, &updated),
            Ok(None) => return Ok(gone),
            Err(AccountUpdateError::Refused(refusal)) => (refusal_text(refusal), false),
            Err(AccountUpdateError::NotWithThisKey) => ("error-own-access", false),
            Err(AccountUpdateError::Failure(failure)) => return Err(failure),
        }
    };
    Ok(Outcome { email: Some(account.profile.email), text, is_good })
}

/// A person who was approved cannot come in before an invitation arrives.
fn done(is_approval: bool, updated: &UpdatedAccount) -> (&'static str, bool) {
    let is_mailed = updated.invitation.as_ref().is_none_or(|invitation| invitation.mail.is_queued());
    match (is_approval, is_mailed) {
        (false, _) => (DONE[0], true),
        (true, true) => (DONE[1], true),
        (true, false) => (DONE[2], false),
    }
}
