//! What the server tells the portal.

use crate::downloads::Downloads;
use crate::server_status::ServerStatus;
use actix_web::HttpRequest;
use http_common::request::requested_address;
use std::sync::Arc;

/// The settings of the portal.
#[derive(Clone, Default)]
pub struct PortalSettings {
    /// Whether there is more than `/`, the guides and `/download/`.
    pub is_on: bool,
    /// What pages call the service; `None` for the usual name, in the language of the person.
    pub site_name: Option<Arc<str>>,
    /// The address that people use, without a path: `https://shop.example`. Empty when it is not known.
    pub public_origin: String,
    /// The files of `/download/`.
    pub downloads: Arc<Downloads>,
    /// Whether the server is ready.
    pub readiness: Readiness,
    /// The state of the server for administrators.
    pub status: Option<Arc<dyn ServerStatus>>,
}

/// Says whether the server is ready, whenever it is asked.
#[derive(Clone)]
pub struct Readiness(pub Arc<dyn Fn() -> bool + Send + Sync>);

impl PortalSettings {
    /// Whether browsers use the portal over an encrypted connection only.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_origin.starts_with("https://")
    }

    /// The address of this server for examples, without a path: the public one, or the one that `request` was sent to.
    pub(crate) fn address(&self, request: &HttpRequest) -> String {
        if !self.public_origin.is_empty() {
            return self.public_origin.clone();
        }
        requested_address(request)
    }
}

impl Default for Readiness {
    fn default() -> Self {
        Self(Arc::new(|| true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn examples_name_the_public_address_or_else_the_one_that_was_requested() {
        for (public, address) in [("https://shop.example", "https://shop.example"), ("", "http://10.0.0.1")] {
            let settings = PortalSettings { public_origin: public.into(), ..PortalSettings::default() };
            let request = TestRequest::get().insert_header(("host", "10.0.0.1")).to_http_request();
            assert_eq!(settings.address(&request), address);
        }
    }
}
