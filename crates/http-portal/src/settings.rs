//! What the server tells the portal.

/// The settings of the portal.
#[derive(Debug, Clone, Default)]
pub struct PortalSettings {
    /// Whether there is more than `/`.
    pub is_on: bool,
    /// The address that people use, without a path: `https://shop.example`. Empty when it is not known.
    pub public_origin: String,
}

impl PortalSettings {
    /// Whether browsers reach the portal over an encrypted connection only.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.public_origin.starts_with("https://")
    }
}
