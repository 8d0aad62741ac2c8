//! `/portal/admin/accounts`: all accounts, searched, filtered, sorted and in pages.

use super::level_examples::{LevelChoice, LevelExamples};
use super::mail_state::ShownMail;
use super::paging::{ListPage, PageLink};
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use catalog_app::accounts::{AccountColumn, AccountOrder, AccountSearch};
use catalog_domain::accounts::{Account, AccountStatus};
use catalog_domain::ports::AccountFilter;
use catalog_domain::pricing::PriceLevel;
use http_common::HttpState;
use localization::Message;
use serde::Deserialize;

const MAXIMUM_SEARCH: usize = 200;

#[derive(Deserialize)]
pub(crate) struct AccountsQuery {
    q: Option<String>,
    status: Option<String>,
    sort: Option<String>,
    page: Option<String>,
}

struct StatusChoice {
    value: &'static str,
    label: &'static str,
    filter: AccountFilter,
}

const ALL: AccountFilter = AccountFilter { status: None, password_requested: None };

/// Those whose last message did not leave.
pub(super) const UNDELIVERED: &str = "mail-undelivered";

static CHOICES: [StatusChoice; 6] = [
    StatusChoice { value: "", label: "accounts-all", filter: ALL },
    StatusChoice {
        value: "pending",
        label: "status-pending",
        filter: AccountFilter { status: Some(AccountStatus::Pending), ..ALL },
    },
    StatusChoice {
        value: "active",
        label: "status-active",
        filter: AccountFilter { status: Some(AccountStatus::Active), ..ALL },
    },
    StatusChoice {
        value: "disabled",
        label: "status-disabled",
        filter: AccountFilter { status: Some(AccountStatus::Disabled), ..ALL },
    },
    StatusChoice {
        value: "password-requested",
        label: "accounts-password-requested",
        filter: AccountFilter { password_requested: Some(true), ..ALL },
    },
    StatusChoice { value: UNDELIVERED, label: "accounts-mail-undelivered", filter: ALL },
];

#[derive(Template)]
#[template(path = "admin/accounts.html")]
struct AccountsPage {
    layout: Layout,
    form_token: String,
    search: String,
    status: &'static str,
    /// That of the address; empty without one.
    sort: String,
    choices: &'static [StatusChoice],
    total: u64,
    /// With the mark of those whose mail is not delivered.
    accounts: Vec<(Account, Option<&'static str>)>,
    heads: Vec<Head>,
    levels: Vec<LevelChoice>,
    csv: String,
    pages: Vec<PageLink>,
}

/// The head of a column, which leads to the list in its order.
struct Head {
    label: &'static str,
    address: String,
    /// How the column is sorted, as browsers tell it.
    sorted: &'static str,
}

/// A page of the accounts.
pub(crate) async fn show(
    signed_in: AdminSignedIn,
    query: Query<AccountsQuery>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let shown = ListPage::read(query.page.as_deref())?;
    let (choice, search, order) = (query.choice()?, query.search()?, query.order()?);
    let found = state.app.accounts.search(&query.wanted()?, order, shown.rows()).await?;
    let with_mark = |account: Account| {
        let mark = ShownMail::of(&account, &state).and_then(|mail| mail.mark());
        (account, mark)
    };
    let sort = query.sort.as_deref().unwrap_or_default();
    Ok(signed_in.page(&AccountsPage {
        layout: Layout::signed_in("accounts-title", NavItem::Accounts, &signed_in),
        form_token: signed_in.form_token().to_owned(),
        pages: shown.links(found.total, |number| address("", search, choice, sort, &number.to_string())),
        csv: address(".csv", search, choice, "", ""),
        heads: HEADS.iter().map(|(column, label)| Head::new(*column, label, order, (search, choice))).collect(),
        levels: LevelExamples::of(&state.app.catalog.current()).with(&PriceLevel::retail()),
        search: search.to_owned(),
        status: choice.value,
        sort: sort.to_owned(),
        choices: &CHOICES,
        total: found.total,
        accounts: found.accounts.into_iter().map(with_mark).collect(),
    }))
}

/// The columns of the table that can be sorted, with their heads.
const HEADS: [(AccountColumn, &str); 6] = [
    (AccountColumn::Email, "field-email"),
    (AccountColumn::Name, "field-name"),
    (AccountColumn::Company, "field-company"),
    (AccountColumn::Status, "accounts-status"),
    (AccountColumn::Role, "role"),
    (AccountColumn::PriceLevel, "price-level"),
];

impl Head {
    fn new(
        column: AccountColumn,
        label: &'static str,
        order: AccountOrder,
        (search, choice): (&str, &StatusChoice),
    ) -> Self {
        let is_present = order.column == column;
        let sort = if is_present && !order.is_descending { "-" } else { "" };
        let sorted = match (is_present, order.is_descending) {
            (false, _) => "none",
            (true, false) => "ascending",
            (true, true) => "descending",
        };
        Self { label, address: address("", search, choice, &format!("{sort}{}", column.name()), ""), sorted }
    }
}

impl AccountsQuery {
    pub(super) fn wanted(&self) -> Result<AccountSearch, PortalError> {
        let (choice, text) = (self.choice()?, self.search()?.to_owned());
        Ok(AccountSearch { filter: choice.filter, text, lacks_mail: choice.value == UNDELIVERED })
    }

    fn choice(&self) -> Result<&'static StatusChoice, PortalError> {
        let status = self.status.as_deref().unwrap_or_default();
        let choice = CHOICES.iter().find(|choice| choice.value == status);
        choice.ok_or_else(|| PortalError::bad_request("error-unknown-status"))
    }

    fn search(&self) -> Result<&str, PortalError> {
        let search = self.q.as_deref().unwrap_or_default().trim();
        if search.chars().count() > MAXIMUM_SEARCH {
            return Err(PortalError::bad_request(Message::new("error-search-too-long").with("most", MAXIMUM_SEARCH)));
        }
        Ok(search)
    }

    fn order(&self) -> Result<AccountOrder, PortalError> {
        let sort = self.sort.as_deref().filter(|sort| !sort.is_empty());
        let order = sort.map_or(Some(AccountOrder::default()), AccountOrder::from_name);
        order.ok_or_else(|| PortalError::bad_request("error-unknown-order"))
    }
}

/// The address of a page of the accounts that were searched for; empty parameters are left out.
fn address(extension: &str, search: &str, choice: &StatusChoice, sort: &str, page: &str) -> String {
    let pairs = [("q", search), ("status", choice.value), ("sort", sort), ("page", page)];
    let pairs: Vec<_> = pairs.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
    format!("/portal/admin/accounts{extension}?{query}")
}
