//! `/portal/admin/accounts`: all accounts, searched, filtered, sorted and in pages.

use super::level_examples::{LevelChoice, LevelExamples};
use super::mail_state::ShownMail;
use super::paging::{ListPage, PageLink};
use crate::catalog::links::and_parameter;
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::web::Query;
use askama::Template;
use catalog_app::accounts::{AccountColumn, AccountOrder, AccountSearch};
use catalog_domain::accounts::{Account, AccountStatus};
use catalog_domain::ports::AccountFilter;
use catalog_domain::pricing::PriceLevel;
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

/// What the list may be narrowed to: the value of the parameter, the key of its text, and the filter.
type StatusChoice = (&'static str, &'static str, AccountFilter);

const ALL: AccountFilter = AccountFilter { status: None, password_requested: None };

/// Those who wait for a link with which they set a new password.
pub(super) const PASSWORD_REQUESTED: &str = "password-requested";
pub(super) const WITHOUT_PASSWORD: AccountFilter =
    AccountFilter { status: Some(AccountStatus::Active), password_requested: Some(true) };

/// Those whose last message did not leave.
pub(super) const UNDELIVERED: &str = "mail-undelivered";

static CHOICES: [StatusChoice; 6] = [
    ("", "accounts-all", ALL),
    ("pending", "status-pending", AccountFilter { status: Some(AccountStatus::Pending), ..ALL }),
    ("active", "status-active", AccountFilter { status: Some(AccountStatus::Active), ..ALL }),
    ("disabled", "status-disabled", AccountFilter { status: Some(AccountStatus::Disabled), ..ALL }),
    (PASSWORD_REQUESTED, "accounts-password-requested", WITHOUT_PASSWORD),
    (UNDELIVERED, "accounts-mail-undelivered", ALL),
];

#[derive(Template)]
#[template(path = "admin/accounts.html")]
struct AccountsPage<'a> {
    layout: Layout,
    list: AccountsList<'a>,
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

pub(crate) async fn show(signed_in: AdminSignedIn, query: Query<AccountsQuery>) -> PageResult {
    let (shown, app) = (ListPage::read(query.page.as_deref())?, signed_in.app());
    let ((status, ..), search, order) = (query.choice()?, query.search()?, query.order()?);
    let found = app.accounts.search(&query.wanted()?, order, shown.rows()).await?;
    let with_mark = |account: Account| {
        let mark = ShownMail::of(&account, app).and_then(|mail| mail.mark());
        (account, mark)
    };
    let list = AccountsList { search, status, sort: query.sort.as_deref().unwrap_or_default() };
    Ok(signed_in.page(&AccountsPage {
        layout: Layout::signed_in("accounts-title", NavItem::Accounts, &signed_in),
        pages: shown.links(found.total, |number| list.address("", &number.to_string())),
        csv: AccountsList { sort: "", ..list }.address(".csv", ""),
        heads: HEADS.iter().map(|(column, label)| Head::new(*column, label, order, list)).collect(),
        levels: LevelExamples::of(&app.catalog.current()).with(&PriceLevel::retail()),
        list,
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
    fn new(column: AccountColumn, label: &'static str, order: AccountOrder, list: AccountsList<'_>) -> Self {
        let is_present = order.column == column;
        let sort = if is_present && !order.is_descending { "-" } else { "" };
        let sorted = match (is_present, order.is_descending) {
            (false, _) => "none",
            (true, false) => "ascending",
            (true, true) => "descending",
        };
        let sort = format!("{sort}{}", column.name());
        Self { label, address: AccountsList { sort: &sort, ..list }.address("", ""), sorted }
    }
}

impl AccountsQuery {
    pub(super) fn wanted(&self) -> Result<AccountSearch, PortalError> {
        let ((status, _, filter), text) = (*self.choice()?, self.search()?.to_owned());
        Ok(AccountSearch { filter, text, lacks_mail: status == UNDELIVERED })
    }

    fn choice(&self) -> Result<&'static StatusChoice, PortalError> {
        let status = self.status.as_deref().unwrap_or_default();
        let choice = CHOICES.iter().find(|(value, ..)| *value == status);
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

/// Accounts that were searched for, in an order, as their address says it.
#[derive(Clone, Copy, Default)]
pub(super) struct AccountsList<'a> {
    pub(super) search: &'a str,
    pub(super) status: &'a str,
    pub(super) sort: &'a str,
}

impl AccountsList<'_> {
    /// The address of a page of the list, or of all of it in a file; what is empty is left out.
    pub(super) fn address(self, extension: &str, page: &str) -> String {
        let pairs = [("q", self.search), ("status", self.status), ("sort", self.sort), ("page", page)];
        let pairs = pairs.into_iter().filter(|(_, value)| !value.is_empty());
        let query = pairs.fold(String::new(), |query, (name, value)| and_parameter(&query, name, value));
        format!("{}{extension}?{query}", NavItem::Accounts.path())
    }
}
