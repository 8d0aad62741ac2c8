//! Links to documentation and software of a product (`docs/contract.md#resource-links`).

/// A public link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceLink {
    /// The link's text.
    pub title: Box<str>,
    /// An explanation that unambiguously belongs to the link.
    pub description: Option<Box<str>>,
    /// An absolute http(s) URL.
    pub url: Box<str>,
    /// The kind of file, for example `PDF`.
    pub file_type: Option<Box<str>>,
    /// The size in bytes (1 KB = 1024 bytes, rounded half up).
    pub size_bytes: Option<i64>,
    /// The size as written.
    pub size: Option<Box<str>>,
}
