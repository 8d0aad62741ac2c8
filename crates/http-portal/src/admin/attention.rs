//! What waits for an administrator: on the first page after signing in.

use super::import_names as names;
use super::job;
use crate::session::SignedIn;
use catalog_app::imports::TroubledImport;
use http_common::HttpState;
use localization::Message;

/// The most imports and keys that are named.
const MOST_NAMED: usize = 5;

/// How far back imports are looked at, in seconds.
const SECONDS_BACK: i64 = 7 * 24 * 60 * 60;

/// One thing that waits: HTML, and where it leads.
pub(crate) struct Waiting {
    pub(crate) text: Message,
    pub(crate) address: String,
}

impl Waiting {
    fn new(text: Message, address: impl Into<String>) -> Self {
        Self { text, address: address.into() }
    }
}

/// What waits for `signed_in`, who is an administrator. Without the store, what memory knows.
pub(crate) async fn waiting_for(signed_in: &SignedIn, state: &HttpState) -> Vec<Waiting> {
    let requests = signed_in
        .waiting
        .map(|count| Waiting::new(Message::new("attention-requests").with("count", count), "/portal/admin/requests"));
    let mut waiting: Vec<Waiting> = requests.into_iter().collect();
    let since = state.app.now().plus_seconds(-SECONDS_BACK);
    match state.app.imports.troubled(since).await {
        Ok(troubled) => waiting.extend(troubled.iter().take(MOST_NAMED).map(of_import)),
        Err(failure) => {
            failure.log();
            waiting.push(Waiting::new(Message::new("attention-store"), "/portal/admin/status"));
        }
    }
    let keys = state.app.accounts.ending_keys();
    waiting.extend(keys.iter().take(MOST_NAMED).map(|key| {
        let text = Message::new("attention-key").with("email", &key.email).with("end", key.expires_at);
        Waiting::new(text, accounts_of(&key.email))
    }));
    if let Some(more) = keys.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        waiting.push(Waiting::new(Message::new("attention-more-keys").with("count", more), "/portal/admin/accounts"));
    }
    let mail = state.app.accounts.mail_status();
    let messages = [("attention-mail-waits", mail.waiting as u64), ("attention-mail-lost", mail.failed + mail.refused)];
    waiting.extend(
        messages
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(key, count)| Waiting::new(Message::new(key).with("count", count), "/portal/admin/status")),
    );
    waiting
}

fn of_import(import: &TroubledImport) -> Waiting {
    match import {
        TroubledImport::Stopped(stopped) => {
            let state = Message::new(names::state(&stopped.state));
            let text = Message::new("attention-import-stopped").with("at", stopped.created_at).with("state", state);
            Waiting::new(text, job::address(stopped.id))
        }
        TroubledImport::Warned(run) => {
            let text = Message::new("attention-import-warned").with("at", run.at).with("count", run.summary.warnings);
            Waiting::new(text, format!("/portal/admin/imports/{}", run.revision))
        }
    }
}

/// The list of accounts with that address.
fn accounts_of(email: &str) -> String {
    let query = serde_urlencoded::to_string([("q", email)]).unwrap_or_default();
    format!("/portal/admin/accounts?{query}")
}
