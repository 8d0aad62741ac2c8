//! Pages of a list, and the links between them.

use crate::portal_error::PortalError;
use catalog_app::accounts::Rows;
use catalog_domain::catalog::PageRequest;
use localization::Message;
use serde::Deserialize;

const PAGE_SIZE: u32 = 25;

/// The last page that can be asked for: the offset stays far from the end of the numbers.
const LAST_PAGE: u32 = 1_000_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageLink {
    pub(crate) label: Message,
    /// Where it leads; `None` for the present page.
    pub(crate) address: Option<String>,
}

/// The query of a list that has pages and nothing else.
#[derive(Deserialize)]
pub(crate) struct PageQuery {
    pub(super) page: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListPage {
    /// Counted from 1.
    pub(crate) number: u32,
}

impl ListPage {
    /// The page that the query parameter `page` names; the first without one.
    ///
    /// # Errors
    /// [`PortalError::BadRequest`] for anything but a number from 1 to 1,000,000.
    pub(crate) fn read(text: Option<&str>) -> Result<Self, PortalError> {
        let number = text.filter(|text| !text.is_empty()).map_or(Some(1), |text| text.parse().ok());
        let number = number.filter(|number| (1..=LAST_PAGE).contains(number));
        number
            .map(|number| Self { number })
            .ok_or_else(|| PortalError::bad_request(Message::new("error-page-number").with("most", LAST_PAGE)))
    }

    pub(crate) fn rows(self) -> Rows {
        Rows { offset: u64::from(self.number - 1) * u64::from(PAGE_SIZE), count: PAGE_SIZE }
    }

    /// The same page, as the lists of the API are asked for it.
    pub(crate) fn request(self) -> PageRequest {
        PageRequest { page: u64::from(self.number), size: PAGE_SIZE }
    }

    /// Links around the page of a list of `total` rows; `address` gives that of a page. None if there is one page.
    pub(crate) fn links(self, total: u64, address: impl Fn(u32) -> String) -> Vec<PageLink> {
        let count = u32::try_from(total.div_ceil(u64::from(PAGE_SIZE))).unwrap_or(u32::MAX).min(LAST_PAGE);
        if count <= 1 && self.number == 1 {
            return Vec::new();
        }
        let link =
            |label: Message, number: u32| PageLink { label, address: (number != self.number).then(|| address(number)) };
        let (first, last) = (self.number.saturating_sub(2).max(1), self.number.saturating_add(2).min(count));
        let mut links = Vec::new();
        if first > 1 {
            links.push(link(Message::new("page-first"), 1));
        }
        links.extend((first..=last).map(|number| link(Message::plain(number.to_string()), number)));
        if last < count {
            links.push(link(Message::new("page-last").with("number", count), count));
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use localization::Locale;

    #[test]
    fn a_page_is_a_number_from_1_to_the_bound() {
        for (text, number) in [
            (None, Some(1)),
            (Some(""), Some(1)),
            (Some("1"), Some(1)),
            (Some("1000000"), Some(1_000_000)),
            (Some("1000001"), None),
            (Some("0"), None),
            (Some("-1"), None),
            (Some("x"), None),
            (Some("99999999999"), None),
        ] {
            assert_eq!(ListPage::read(text).ok().map(|page| page.number), number, "{text:?}");
        }
    }

    #[test]
    fn links_lead_to_the_neighbours_and_the_ends() {
        let links = |number, total| -> Vec<String> {
            let links = ListPage { number }.links(total, |number| format!("#{number}"));
            links
                .into_iter()
                .map(|link| link.address.unwrap_or_else(|| Locale::default().text(link.label).into_owned()))
                .collect()
        };
        for (number, total, expected) in [
            (1, 0, vec![]),
            (1, 25, vec![]),
            (1, 26, vec!["1", "#2"]),
            (2, 26, vec!["#1", "2"]),
            (9, 26, vec!["#1"]),
            (5, 250, vec!["#1", "#3", "#4", "5", "#6", "#7", "#10"]),
            (1_000_000, 10, vec!["#1"]),
        ] {
            assert_eq!(links(number, total), expected, "page {number} of {total} rows");
        }
    }
}
