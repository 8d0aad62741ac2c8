//! `GET /api/v2/offers.csv`.

use crate::api_error::{ApiError, ApiResult};
use crate::check_stream::check_stream;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::file_stream::FileStream;
use crate::params::{ParameterReader, Parameters, read_locale};
use crate::price_lists::temporary_file;
use crate::response::file;
use crate::schemas::{OfferTableFile, PriceListLocaleName};
use actix_web::http::Method;
use actix_web::web::Bytes;
use catalog_app::ServiceFailure;
use catalog_domain::values::Language;
use futures_util::stream::empty;
use http_common::response::{StreamEncoder, negotiate};
use std::io::{BufWriter, IntoInnerError, Seek};

/// How the table looks.
#[derive(Debug, Hash)]
pub(crate) struct GetOffers {
    language: Language,
}

impl Parameters for GetOffers {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { language: read_locale(reader) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_offers).unstored().for_administrators()
}

/// Get all prices and stock as a table
///
/// The offers of all products, public or not, as the table that `POST /api/v2/imports` takes as `text/csv`: with a
/// column for every price level and warehouse. Sent back unchanged, it changes nothing. A name with a line end has no
/// column.
#[utoipa::path(
    get,
    path = "/api/v2/offers.csv",
    tag = "Imports",
    params(("locale" = inline(Option<PriceListLocaleName>), Query, nullable = false, description = "`en` (default), or \
        `ru`: a byte order mark, semicolons and decimal commas.")),
    responses(
        (status = 200, description = "The table.", body = OfferTableFile, content_type = "text/csv",
            example = json!("stockNumber,hidePrices,retail,sale,specialPrice,shipping,\"level:Опт\",\"stock:main\"\n\
                PMP-002076,false,608,false,,0,547.16,12\n")),
    )
)]
pub(crate) async fn get_offers(request: Permitted<Import, GetOffers>) -> ApiResult {
    let (state, caller) = (request.state.clone(), request.caller.clone());
    let mut stream = state.app.feed.streams().begin(caller.account.id)?;
    let coding = negotiate(request.http.headers());
    let mut response = file(coding, "text/csv; charset=utf-8", "offers.csv");
    if request.http.method() == Method::HEAD {
        return Ok(response.streaming(empty::<Result<Bytes, ApiError>>()));
    }
    let output = BufWriter::new(temporary_file().map_err(ServiceFailure::not_written)?);
    let written = state.app.imports.write_offers(output, request.parameters.language).await?;
    let mut file = written.into_inner().map_err(IntoInnerError::into_error).map_err(ServiceFailure::not_written)?;
    file.rewind().map_err(ApiError::internal)?;
    stream.add_file_bytes(file.metadata().map_err(ApiError::internal)?.len())?;
    check_stream(&state, &caller, &stream)?;
    let encoder = StreamEncoder::new(coding).map_err(ApiError::internal)?;
    Ok(response.streaming(Box::pin(FileStream { state, caller, file, encoder, stream }.into_stream())))
}
