//! How a price list is made and sent.
//!
//! It is written to a temporary file first, from one catalog: so its tag is true, what fails has a status, and a slow
//! reader keeps no old catalog alive.

use super::column::{Row, head};
use super::table::{Cell, Format, Title, table};
use crate::api_error::{ApiError, ApiResult};
use crate::check_stream::check_stream;
use crate::file_stream::FileStream;
use crate::find::find_section;
use crate::params::{Look, PriceList};
use crate::response::{Authenticated, V2};
use actix_web::body::SizedStream;
use actix_web::http::header::{self, LastModified};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use catalog_app::ServiceFailure;
use catalog_app::callers::Caller;
use catalog_app::feed::ProductStream;
use catalog_app::runtime::{Effort, PRODUCTS_PER_CHUNK};
use catalog_domain::catalog::ProductQuery;
use catalog_domain::values::{Language, Timestamp};
use catalog_index::Catalog;
use futures_util::stream::empty;
use http_common::HttpState;
use http_common::params::ProductListKind;
use http_common::pipeline::Interface;
use http_common::response::{StreamEncoder, negotiate};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

pub(super) async fn respond<L: ProductListKind>(request: &Authenticated<PriceList<L>>) -> ApiResult {
    let state = &request.state;
    let context = request.context(state.app.catalog.current());
    let (list, catalog) = (&*request.parameters, &context.catalog);
    let query = list.query.as_ref().ok_or(ApiError::SectionNotFound(catalog.revision()))?;
    if query.section.is_some() {
        find_section(catalog, query.section)?;
    }
    let modified = catalog.log_position().committed_at.map(whole_second);
    if let Some(known) = request.find_known_file(&context, modified) {
        return Ok(known);
    }
    let mut stream = state.app.feed.streams().begin(request.caller.account.id)?;
    let coding = negotiate(request.http.headers()).filter(|_| list.look.format == Format::Csv);
    let mut response = V2::response(StatusCode::OK, Some(catalog), Some(&context.tag));
    response
        .content_type(list.look.format.media_type())
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", list.file_name())));
    if let Some(modified) = modified {
        response.insert_header(LastModified(modified.into()));
    }
    if let Some(coding) = coding {
        response.insert_header((header::CONTENT_ENCODING, coding.header()));
    }
    if request.http.method() == Method::HEAD {
        // Its length is not known, and is not zero.
        return Ok(response.streaming(empty::<Result<Bytes, ApiError>>()));
    }
    let file = write(state, &request.caller, (catalog, &list.look, query), &mut stream).await?;
    let length = file.metadata().map_err(ApiError::internal)?.len();
    let encoder = StreamEncoder::new(coding).map_err(ApiError::internal)?;
    let (state, caller) = (state.clone(), request.caller.clone());
    let body = Box::pin(FileStream { state, caller, file, encoder, stream }.into_stream());
    Ok(if coding.is_some() { response.streaming(body) } else { response.body(SizedStream::new(length, body)) })
}

/// The file with the whole list, as `caller` sees it.
async fn write(
    state: &HttpState,
    caller: &Caller,
    (catalog, look, query): (&Arc<Catalog>, &Look, &ProductQuery),
    stream: &mut ProductStream,
) -> Result<File, ApiError> {
    let work = state.app.work.of(caller.requester());
    let _permit = work.acquire(Effort::Huge, catalog.product_count() * size_of::<u32>()).await?;
    let ordinals = state.app.catalog.list_whole(caller, catalog, query).await?;
    let ordinals: Arc<[u32]> = ordinals.ok_or(ApiError::SectionNotFound(catalog.revision()))?.into();
    let Look { format, language, columns } = look.clone();
    let heads: Box<[_]> = columns.iter().map(|column| head(*column, language)).collect();
    let title = title(catalog, query, language);
    let begin = move || table((format, language), heads, title);
    let mut table = work.run(Effort::Long, begin).await?.map_err(ServiceFailure::not_written)?;
    for start in (0..ordinals.len()).step_by(PRODUCTS_PER_CHUNK) {
        check_stream(state, caller, stream)?;
        let (catalog, columns, ordinals) = (Arc::clone(catalog), Arc::clone(&columns), Arc::clone(&ordinals));
        let viewer = caller.viewer.clone();
        let add = move || {
            let (end, mut bytes) = (ordinals.len().min(start + PRODUCTS_PER_CHUNK), 0);
            let mut cells: Vec<Cell<'_>> = Vec::with_capacity(columns.len());
            for public in catalog.products_at(&ordinals[start..end]) {
                let row = Row::new(&catalog, &viewer, public);
                cells.clear();
                cells.extend(columns.iter().map(|column| row.cell(*column)));
                table.add(&cells)?;
                bytes += cells.iter().map(|cell| cell.bytes() + format.bytes_of_cell()).sum::<usize>();
            }
            Ok::<_, io::Error>((table, bytes))
        };
        let (written, bytes) = work.run(Effort::Long, add).await?.map_err(ServiceFailure::not_written)?;
        table = written;
        stream.add_file_bytes(bytes as u64)?;
    }
    Ok(work.run(Effort::Long, move || table.finish()).await?.map_err(ServiceFailure::not_written)?)
}

/// The name of the section, or that it is what a search found.
fn title(catalog: &Catalog, query: &ProductQuery, language: Language) -> Title {
    let section = query.section.and_then(|section| catalog.sections().find(section));
    let text = section.map_or_else(
        || match language {
            Language::English => "Search".to_owned(),
            Language::Russian => "Поиск".to_owned(),
        },
        |index| catalog.sections().node(index).section.name.to_string(),
    );
    let at = catalog.log_position().committed_at.unwrap_or(Timestamp::from_unix_microseconds(0));
    Title { text, at }
}

fn whole_second(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(at.unix_seconds().max(0).unsigned_abs())
}
