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
use csv::{Terminator, WriterBuilder};
use futures_util::StreamExt;
use futures_util::stream::{once, try_unfold};
use http_common::response::COMPUTED;
use localization::Locale;
use std::borrow::Cow;
use std::future::ready;

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

/// A thousand accounts at a time, so that any number of them takes the same memory.
pub(crate) async fn download(signed_in: AdminSignedIn, query: Query<AccountsQuery>) -> PageResult {
    let wanted = query.wanted()?;
    let (state, locale) = (signed_in.state.clone(), signed_in.reader.locale);
    let heads = table(locale, [HEADS.map(|head| locale.text(head))]);
    let heads = [locale.language.csv_start().as_bytes(), &heads].concat();
    let rows = try_unfold((None, state, wanted), move |(after, state, wanted)| async move {
        let found = state.app.accounts.search_after(&wanted, after).await?;
        Ok::<_, PortalError>(found.map(|(accounts, last)| {
            let rows = table(locale, accounts.iter().map(|account| row(account, locale)));
            (Bytes::from(rows), (Some(last), state, wanted))
        }))
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"accounts.csv\""))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(once(ready(Ok(Bytes::from(heads)))).chain(rows)))
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
    builder.terminator(Terminator::CRLF).delimiter(locale.language.csv_delimiter() as u8);
    let mut writer = builder.from_writer(Vec::new());
    for row in rows {
        // Memory takes every row, and all of them have as many cells.
        let _ = writer.write_record(row.iter().map(|cell| cell.as_bytes()));
    }
    writer.into_inner().unwrap_or_default()
}
