//! Where the parts of a URL are, in two bytes: a catalog holds millions of them.

use super::{PageUrlRef, UrlGroup};
use std::borrow::Cow;

const SCHEME: &str = "https://";

/// The lengths of the host and the slug of an ordinary URL: `https`, a host as it is shown, and a path up to the end.
/// No host for any other URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct UrlShape {
    host: u8,
    slug: u8,
}

impl UrlShape {
    pub(crate) fn of(url: PageUrlRef<'_>) -> Self {
        let group = url.group();
        // A length that does not fit leads to another group.
        let length = |text: &str| u8::try_from(text.len()).unwrap_or(0);
        let shape = Self { host: length(&group.host), slug: length(group.slug) };
        if shape.group(group.full).as_ref() == Some(&group) { shape } else { Self::default() }
    }

    /// The parts of `url`, which has this shape; `None` when they have to be searched for.
    pub(super) fn group(self, url: &str) -> Option<UrlGroup<'_>> {
        if self.host == 0 {
            return None;
        }
        let (host, path) = url.strip_prefix(SCHEME)?.split_at_checked(self.host.into())?;
        let segments = path.strip_suffix('/').unwrap_or(path);
        let slug = segments.get(segments.len().checked_sub(self.slug.into())?..)?;
        Some(UrlGroup { full: url, host: Cow::Borrowed(host), path, slug })
    }
}
