//! Pages for administrators.

use actix_web::web::ServiceConfig;

/// Registers the pages; paths are relative to `/portal`.
pub(crate) fn configure(_config: &mut ServiceConfig) {}
