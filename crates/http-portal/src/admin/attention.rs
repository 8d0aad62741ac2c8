//! What waits for an administrator: on the first page after signing in.

use super::accounts::{AccountsList, PASSWORD_REQUESTED, UNDELIVERED, WITHOUT_PASSWORD};
use super::import_names as names;
use super::shown_import::address;
use crate::page::NavItem;
use crate::session::SignedIn;
use catalog_app::App;
use catalog_app::imports::TroubledImport;
use catalog_domain::imports::FileName;
use localization::Message;

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
pub(crate) async fn waiting_for(signed_in: &SignedIn) -> Vec<Waiting> {
    let app = signed_in.app();
    let requests = |count| Message::new("attention-requests").with("count", count);
    let requests = signed_in.waiting.map(|count| Waiting::new(requests(count), NavItem::Requests.path()));
    let mut waiting: Vec<Waiting> = requests.into_iter().collect();
    if let Some(count) = app.accounts.count_accounts(WITHOUT_PASSWORD).await.filter(|count| *count > 0) {
        let list = AccountsList { status: PASSWORD_REQUESTED, ..AccountsList::default() };
        waiting.push(Waiting::new(Message::new("attention-passwords").with("count", count), list.address("", "")));
    }
    match app.imports.troubled(app.now().plus_seconds(-SECONDS_BACK)).await {
        Ok(troubled) => waiting.extend(troubled.iter().take(MOST_NAMED).map(of_import)),
        Err(failure) => {
            failure.log();
            waiting.push(Waiting::new(Message::new("attention-store"), NavItem::Status.path()));
        }
    }
    let keys = app.accounts.ending_keys();
    waiting.extend(keys.iter().take(MOST_NAMED).map(|key| {
        let text = Message::new("attention-key").with("email", &key.email).with("end", key.expires_at);
        Waiting::new(text, accounts_of(&key.email))
    }));
    if let Some(more) = keys.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        let text = Message::new("attention-more-keys").with("count", more);
        waiting.push(Waiting::new(text, NavItem::Accounts.path()));
    }
    waiting.extend(missing_mail(app));
    waiting
}

/// The accounts whose last message did not leave; where there are none, messages to others that wait.
fn missing_mail(app: &App) -> Option<Waiting> {
    let accounts = &app.accounts;
    let undelivered: Vec<String> = accounts.undelivered().into_iter().collect();
    Some(match &undelivered[..] {
        [] => {
            let waiting = Some(accounts.mail_status().waiting).filter(|waiting| *waiting > 0)?;
            Waiting::new(Message::new("attention-mail-waits").with("count", waiting), NavItem::Status.path())
        }
        [email] => Waiting::new(Message::new("attention-mail-account").with("email", email), accounts_of(email)),
        all => {
            let text = Message::new("attention-mail-accounts").with("count", all.len());
            Waiting::new(text, AccountsList { status: UNDELIVERED, ..AccountsList::default() }.address("", ""))
        }
    })
}

fn of_import(import: &TroubledImport) -> Waiting {
    match import {
        TroubledImport::Stopped(stopped) => {
            let texts = ["attention-file-stopped", "attention-import-stopped"];
            let text = about(stopped.name.as_ref(), texts).with("at", stopped.created_at);
            Waiting::new(text.with("state", Message::new(names::state(&stopped.state))), address(stopped.id))
        }
        TroubledImport::Warned(run, name) => {
            let texts = ["attention-file-warned", "attention-import-warned"];
            let text = about(name.as_ref(), texts).with("at", run.at).with("count", run.summary.warnings);
            Waiting::new(text, address(run.revision))
        }
    }
}

/// The first text with the file's name, or the second one without.
fn about(name: Option<&FileName>, [with_name, without]: [&'static str; 2]) -> Message {
    name.map_or_else(|| Message::new(without), |name| Message::new(with_name).with("name", name.as_str()))
}

/// The list of accounts with that address.
fn accounts_of(email: &str) -> String {
    AccountsList { search: email, ..AccountsList::default() }.address("", "")
}
