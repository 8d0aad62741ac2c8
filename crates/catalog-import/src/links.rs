//! Links to documentation and software, extracted from fragments of HTML (`docs/contract.md#resource-links`).
//!
//! `attributes` bounds the cost of a tag, `blocks` reads the HTML into blocks of text and links, `address` decides
//! which links are public, `measures` finds sizes and kinds of file, `explanation` finds the text that describes a
//! link. The HTML itself goes no further.

mod address;
mod attributes;
mod blocks;
mod explanation;
mod file_type;
mod measures;

use address::public_url;
use attributes::limit_attributes;
use blocks::{Anchor, Block, Piece, read_blocks};
use catalog_domain::products::ResourceLink;
use catalog_domain::values::PageUrl;
use explanation::{LinkContext, Outline};
use measures::Measures;
use std::collections::HashSet;
use url::Url;

/// The address of a link by itself; `None` when clients must not see it.
pub(crate) fn public_address(address: &str) -> Option<Box<str>> {
    public_url(address, None).map(|url| url.as_str().into())
}

/// The public links of `fragment` in source order, each URL once. Relative ones are resolved against `page`, and
/// dropped without one.
pub(crate) fn extract_links(fragment: &str, page: Option<&PageUrl>) -> Vec<ResourceLink> {
    let page = page.and_then(|page| Url::parse(page.as_str()).ok());
    let mut seen: HashSet<Box<str>> = HashSet::new();
    let mut links = Vec::new();
    read_blocks(&limit_attributes(fragment), |block| {
        let outline = Outline::of(block);
        for (at, anchor) in block.anchors() {
            if let Some(url) = public_url(&anchor.address, page.as_ref())
                && seen.insert(url.as_str().into())
            {
                links.push(link(&url, anchor, &LinkContext::of(block, at, outline)));
            }
        }
    });
    links
}

fn link(url: &Url, anchor: &Anchor, context: &LinkContext<'_>) -> ResourceLink {
    let own = Measures::inside(&anchor.text);
    let beside = context.measures();
    let size = own.size.or(beside.size);
    let stated_type = own.file_type.or(beside.file_type);
    ResourceLink {
        title: title(url, anchor),
        description: context.explanation().map(Into::into),
        url: url.as_str().into(),
        file_type: file_type::of_path(url).or(stated_type).map(Into::into),
        size_bytes: size.as_ref().and_then(|size| size.bytes),
        size: size.map(|size| size.written.into()),
    }
}

/// The link's text; without one its `title`, the name of the file, or the host.
fn title(url: &Url, anchor: &Anchor) -> Box<str> {
    let file = url.path_segments().and_then(|mut segments| segments.next_back()).unwrap_or_default();
    let file = percent_encoding::percent_decode_str(file).decode_utf8_lossy();
    let candidates = [&*anchor.text, &*anchor.title, &*file, url.host_str().unwrap_or_default()];
    candidates.into_iter().map(blocks::collapse_whitespace).find(|text| !text.is_empty()).unwrap_or_default().into()
}

impl Block {
    fn anchors(&self) -> impl Iterator<Item = (usize, &Anchor)> {
        self.pieces.iter().enumerate().filter_map(|(at, piece)| match piece {
            Piece::Anchor(anchor) => Some((at, anchor)),
            Piece::Text(_) => None,
        })
    }
}

#[cfg(test)]
mod tests;
