//! The `Link` header of a page (`docs/contract.md#pages`, RFC 8288): the other pages of the same list.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use catalog_domain::catalog::PageRequest;
use http_common::request::{decode_query, query_pairs};

const TYPICAL_BYTES: usize = 512;
/// The longest list address that is linked, in bytes: proxies refuse long headers.
const LONGEST_ADDRESS: usize = 1_500;

/// Adds links to the other pages of a list of `total` items to the 200 response to `request`, which asked for `page`;
/// none when the address of the list is very long.
pub(crate) fn link_pages(response: &mut HttpResponse, request: &HttpRequest, page: PageRequest, total: u64) {
    if response.status() != StatusCode::OK {
        return;
    }
    // The request was read already, so neither can fail.
    if let Some(value) = links(request, page, total).and_then(|links| HeaderValue::try_from(links).ok()) {
        response.headers_mut().insert(header::LINK, value);
    }
}

/// The links, as paths: whatever host and scheme a proxy shows.
fn links(request: &HttpRequest, page: PageRequest, total: u64) -> Option<String> {
    let (path, query) = (request.uri().path(), request.query_string());
    if path.len() + "?".len() + query.len() > LONGEST_ADDRESS {
        return None;
    }
    let last = page.page_count(total).max(1);
    let is_other = |(name, _): &(&str, &str)| !decode_query(name).is_ok_and(|name| name == "page");
    let others = query_pairs(query).ok()?.into_iter().filter(is_other);
    let mut list = String::with_capacity(path.len() + query.len() + "?=&".len());
    list.extend([path, "?"]);
    for (name, value) in others {
        list.extend([name, "=", value, "&"]);
    }
    let previous = (page.page > 1).then(|| (page.page - 1).min(last));
    let next = (page.page < last).then_some(page.page + 1);
    let mut links = String::with_capacity(TYPICAL_BYTES);
    for (relation, number) in [("first", Some(1)), ("prev", previous), ("next", next), ("last", Some(last))] {
        if let Some(number) = number {
            let (separator, mut digits) = (if links.is_empty() { "" } else { ", " }, itoa::Buffer::new());
            links.extend([separator, "<", &list, "page=", digits.format(number), ">; rel=\"", relation, "\""]);
        }
    }
    Some(links)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn links_of(uri: &str, page: u64, total: u64) -> String {
        links(&TestRequest::with_uri(uri).to_http_request(), PageRequest { page, size: 10 }, total).unwrap()
    }

    #[test]
    fn every_other_page_is_linked_with_the_same_filters() {
        let list = |page: u64| format!("</list?vendor=a%2Cb&available=true&page={page}>");
        let expected = [(1, "first"), (1, "prev"), (3, "next"), (5, "last")];
        let expected = expected.map(|(page, relation)| format!("{}; rel=\"{relation}\"", list(page))).join(", ");
        assert_eq!(links_of("/list?vendor=a%2Cb&p%61ge=2&available=true", 2, 45), expected);
    }

    #[test]
    fn the_first_page_has_none_before_it_and_the_last_none_after_it() {
        for (page, total, relations) in [
            (1, 0, vec!["first", "last"]),
            (1, 10, vec!["first", "last"]),
            (1, 11, vec!["first", "next", "last"]),
            (2, 11, vec!["first", "prev", "last"]),
            (9, 11, vec!["first", "prev", "last"]),
        ] {
            let links = links_of("/list", page, total);
            let found: Vec<_> = links.split("rel=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            assert_eq!(found, relations, "page {page} of {total}");
        }
        assert!(
            links_of("/list", 9, 11).contains("page=2>; rel=\"prev\""),
            "beyond the end, the last page comes before"
        );
    }

    #[test]
    fn an_address_of_more_than_1500_bytes_is_not_linked() {
        for (bytes, is_linked) in [(LONGEST_ADDRESS, true), (LONGEST_ADDRESS + 1, false)] {
            let address = format!("{:x<bytes$}", "/list?filter=");
            let request = TestRequest::with_uri(&address).to_http_request();
            assert_eq!(links(&request, PageRequest { page: 1, size: 10 }, 1).is_some(), is_linked, "{bytes}");
        }
    }
}
