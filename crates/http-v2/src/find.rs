//! What paths name: sections by their ids and products by their stock numbers, as far as they are public.

use crate::api_error::ApiError;
use catalog_domain::sections::NodeIndex;
use catalog_domain::values::SectionId;
use catalog_index::{Catalog, PublicProduct};

pub(crate) fn find_product<'a>(catalog: &'a Catalog, stock_number: &str) -> Result<PublicProduct<'a>, ApiError> {
    catalog.product(stock_number).ok_or(ApiError::ProductNotFound(catalog.revision()))
}

pub(crate) fn find_section(catalog: &Catalog, id: Option<SectionId>) -> Result<NodeIndex, ApiError> {
    id.and_then(|id| catalog.sections().find(id)).ok_or(ApiError::SectionNotFound(catalog.revision()))
}
