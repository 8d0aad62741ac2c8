//! `GET /portal/admin/accounts.csv`: the accounts that were searched for, by id, as a table that spreadsheets open.

use super::accounts::AccountsQuery;
use super::{role_name, status_name};
use crate::page::PageResult;
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Bytes, Query};
use catalog_app::text::iso_time;
use catalog_domain::accounts::Account;
use catalog_domain::values::AccountId;
use csv::{Terminator, WriterBuilder};
use futures_util::stream::unfold;
use http_common::response::{COMPUTED, csv_delimiter, csv_start};
use localization::Locale;
use std::borrow::Cow;

const HEADS: [&str; 10] = [
    "admin-account-id",
    "field-email",
    "field-name",
    "field-company",
    "field-phone",
    "accounts-status",
    "role",
    "price-level",
    "configurator-access",
    "admin-account-since",
];

/// Where the table is.
#[derive(Clone, Copy)]
enum At {
    Heads,
    After(Option<AccountId>),
}

/// A thousand accounts at a time, so that any number of them takes the same memory.
pub(crate) async fn download(signed_in: AdminSignedIn, query: Query<AccountsQuery>) -> PageResult {
    let wanted = query.wanted()?;
    let (state, locale) = (signed_in.state.clone(), signed_in.reader.locale);
    let rows = unfold((At::Heads, state, wanted), move |(at, state, wanted)| async move {
        let after = match at {
            At::Heads => {
                let heads = table(locale, [HEADS.map(|head| locale.text(head))]);
                let first = [csv_start(locale.language).as_bytes(), &heads].concat();
                return Some((Ok(Bytes::from(first)), (At::After(None), state, wanted)));
            }
            At::After(after) => after,
        };
        match state.app.accounts.search_after(&wanted, after).await {
            Ok(None) => None,
            Ok(Some((accounts, last))) => {
                let rows = table(locale, accounts.iter().map(|account| row(account, locale)));
                Some((Ok(Bytes::from(rows)), (At::After(Some(last)), state, wanted)))
            }
            Err(failure) => Some((Err(PortalError::from(failure)), (at, state, wanted))),
        }
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"accounts.csv\""))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(rows))
}

fn row(account: &Account, locale: Locale) -> [Cow<'_, str>; 10] {
    let profile = &account.profile;
    [
        account.id.to_string().into(),
        cell(&profile.email),
        cell(&profile.name),
        cell(&profile.company),
        cell(profile.phone.as_deref().unwrap_or_default()),
        locale.text(status_name(&profile.status)),
        locale.text(role_name(&profile.role)),
        cell(profile.price_level.name()),
        locale.text(if profile.configurator_access { "yes" } else { "no" }),
        iso_time(account.created_at).into(),
    ]
}

/// A text that no spreadsheet computes.
fn cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(COMPUTED) { format!("'{text}").into() } else { text.into() }
}

/// Rows in the dialect that spreadsheets of that language open.
fn table<'a>(locale: Locale, rows: impl IntoIterator<Item = [Cow<'a, str>; 10]>) -> Vec<u8> {
    let mut builder = WriterBuilder::new();
    builder.terminator(Terminator::CRLF).delimiter(csv_delimiter(locale.language));
    let mut writer = builder.from_writer(Vec::new());
    for row in rows {
        // Memory takes every row, and all of them have as many cells.
        let _ = writer.write_record(row.iter().map(|cell| cell.as_bytes()));
    }
    writer.into_inner().unwrap_or_default()
}
