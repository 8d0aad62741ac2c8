//! `POST /portal/admin/imports`: a file to try. Its bytes are received as those of `POST /api/v2/imports` are, and the
//! import that runs is a dry run which keeps them, so that exactly they can be imported afterwards.

use super::shown_import::address;
use crate::form::{MAXIMUM_DURATION, check_origin, check_token};
use crate::multipart::{Malformed, Multipart, PartHead, boundary};
use crate::page::{PageResult, see_other};
use crate::portal_error::PortalError;
use crate::session::{AdminSignedIn, SignedIn, sign_in_needed};
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Payload};
use catalog_domain::imports::{
    FileName, JobAdded, JobAuthor, JobOptions, MOST_WAITING_JOBS, MOST_WAITING_JOBS_OF_ONE_ACCOUNT, PartEncoding,
    PartFormat, TooManyJobs,
};
use catalog_domain::ports::ImportKind;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use http_common::request::{BodyError, BodyReceiver, DeclaredDigests};
use localization::Message;
use serde::Deserialize;
use tokio::time::timeout;

/// What a form says about an import beside its file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ImportFields {
    kind: String,
    allow_removals: String,
    max_renames: String,
    allow_empty: String,
}

impl ImportFields {
    /// The options of a try.
    ///
    /// # Errors
    /// [`PortalError::BadRequest`] for what is no number, or no kind.
    pub(super) fn options(&self) -> Result<JobOptions, PortalError> {
        let kind = ImportKind::from_name(&self.kind).ok_or_else(|| PortalError::bad_request("error-import-kind"))?;
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            text => text
                .parse::<u32>()
                .map(|number| Some(u64::from(number)))
                .map_err(|_| PortalError::bad_request("error-import-exception")),
        };
        Ok(JobOptions {
            is_dry_run: true,
            allow_removals: number(&self.allow_removals)?.unwrap_or(0),
            max_renames: number(&self.max_renames)?,
            allow_empty: !self.allow_empty.is_empty(),
            keeps_input: true,
            ..JobOptions::new(kind)
        })
    }
}

pub(super) fn author(signed_in: &SignedIn) -> JobAuthor {
    let account = &signed_in.account;
    JobAuthor { account: account.id, email: account.email.clone(), key: None }
}

pub(super) fn refused(too_many: TooManyJobs) -> PortalError {
    let (status, text, most) = match too_many {
        TooManyJobs::OfAccount => {
            (StatusCode::TOO_MANY_REQUESTS, "error-import-too-many-own", MOST_WAITING_JOBS_OF_ONE_ACCOUNT)
        }
        TooManyJobs::OfAll => (StatusCode::SERVICE_UNAVAILABLE, "error-import-too-many", MOST_WAITING_JOBS),
    };
    PortalError::Refused(status, Message::new(text).with("most", most))
}

pub(crate) async fn upload(signed_in: AdminSignedIn, request: HttpRequest, payload: Payload) -> PageResult {
    check_origin(&request)?;
    let boundary = boundary(&request).ok_or_else(malformed)?;
    let mut form = Multipart::new(payload, &boundary);
    let (fields, file) =
        timeout(MAXIMUM_DURATION, read_fields(&mut form, signed_in.form_token())).await.map_err(|_| malformed())??;
    let options = fields.options()?;
    let (encoding, format) = (PartEncoding::of_file(&file.file_name), PartFormat::of_file(&file.file_name));
    if format == PartFormat::Offers && options.kind != ImportKind::Delta {
        return Err(PortalError::bad_request("error-import-table"));
    }
    let (app, caller) = (signed_in.app(), signed_in.caller());
    let most_bytes = app.imports.most_bytes();
    let receiver =
        BodyReceiver { app, caller: &caller, encoding, format, digests: DeclaredDigests::default(), most_bytes };
    let name = FileName::of_path(&file.file_name);
    let id = match app.imports.begin(options, name, author(&signed_in), None).await? {
        JobAdded::Added(id) => id,
        JobAdded::TooMany(too_many) => return Err(refused(too_many)),
        // Of requests with a key of idempotency only.
        JobAdded::Known(_) => return Err(malformed()),
    };
    let chunks = unfold(form, |mut form| async {
        let chunk = form.chunk().await.transpose()?;
        Some((chunk, form))
    });
    let received = receiver.receive_job(Box::pin(chunks), id).await;
    received.map_err(|error| not_received(&request, error, most_bytes))?;
    Ok(see_other(&address(id)))
}

/// The fields before the file. The first one shows that the portal made the form: nothing else is read without it.
async fn read_fields<S, E>(form: &mut Multipart<S>, token: &str) -> Result<(ImportFields, PartHead), PortalError>
where
    S: Stream<Item = Result<Bytes, E>> + StreamExt + Unpin,
{
    form.next_part().await?.filter(|part| part.name == "form_token").ok_or(PortalError::ForgedForm)?;
    check_token(&form.text().await?, &[token])?;
    let mut fields = ImportFields::default();
    loop {
        let part = form.next_part().await?.ok_or_else(malformed)?;
        let field = match &*part.name {
            "kind" => &mut fields.kind,
            "allow_removals" => &mut fields.allow_removals,
            "max_renames" => &mut fields.max_renames,
            "allow_empty" => &mut fields.allow_empty,
            "file" => return Ok((fields, part)),
            _ => continue,
        };
        *field = form.text().await?;
    }
}

fn malformed() -> PortalError {
    PortalError::bad_request("error-form-unreadable")
}

impl From<Malformed> for PortalError {
    fn from(_: Malformed) -> Self {
        malformed()
    }
}

fn not_received(request: &HttpRequest, error: BodyError, most_bytes: u64) -> PortalError {
    match error {
        BodyError::TooLarge => {
            let text = Message::new("error-import-too-large").with("most", most_bytes >> 20);
            PortalError::Refused(StatusCode::PAYLOAD_TOO_LARGE, text)
        }
        BodyError::Damaged => PortalError::bad_request("error-import-damaged"),
        BodyError::Empty => PortalError::bad_request("error-import-empty"),
        BodyError::Stopped | BodyError::Incomplete | BodyError::WrongDigest | BodyError::NotReceiving => {
            PortalError::bad_request("error-import-incomplete")
        }
        BodyError::AccessChanged => sign_in_needed(request),
        BodyError::Failure(failure) => failure.into(),
    }
}
