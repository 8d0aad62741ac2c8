//! Requests to both interfaces of the server.

use crate::error::CompareError;
use crate::request::{Access, Request};
use crate::route::Route;
use crate::source::Source;
use catalog_client::{Recurrence, percent_encode, stock_number_lists};
use serde_json::Value;

/// Products that are read from a list of v1 at a time.
const V1_PAGE: usize = 500;
/// Products that are read from a list of v2 at a time.
const V2_PAGE: usize = 1_000;

#[derive(Clone, Copy)]
pub(super) struct Client<'a>(pub(super) &'a dyn Source);

/// Why a unit could not be compared.
pub(super) enum UnitError {
    /// The whole run ends.
    Compare(CompareError),
    /// A response was no success.
    Refused { target: String, code: u64 },
}

impl From<CompareError> for UnitError {
    fn from(error: CompareError) -> Self {
        Self::Compare(error)
    }
}

impl Client<'_> {
    /// `data` of a success of either interface.
    pub(super) fn data(&self, target: String) -> Result<Value, UnitError> {
        let request = Request { route: Route::Unknown, target, access: Access::Token };
        let response = self.0.get(&request)?;
        match response.data().filter(|_| response.is_success()) {
            Some(data) => Ok(data.clone()),
            None => Err(UnitError::Refused { target: request.target, code: response.code() }),
        }
    }

    /// `data`, or `None` when there is nothing at `target`.
    pub(super) fn find(&self, target: String) -> Result<Option<Value>, UnitError> {
        match self.data(target) {
            Ok(data) => Ok(Some(data)),
            Err(UnitError::Refused { code: 404, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Every element of a list of v1, page by page: `list` is a path and a query.
    pub(super) fn each_of_v1(&self, list: &str, each: impl FnMut(&Value)) -> Result<(), UnitError> {
        let page = |number: usize| format!("{list}&limit={V1_PAGE}&offset={}", number * V1_PAGE);
        self.each_page(list, V1_PAGE, page, each).map(drop)
    }

    /// Every product in the list of a section of v2, page by page. Returns the total that the pages state.
    pub(super) fn each_of_v2(&self, section: &str, each: impl FnMut(&Value)) -> Result<Value, UnitError> {
        let list = format!("/api/v2/catalog/sections/{}/products", percent_encode(section));
        let page = |number: usize| format!("{list}?pageSize={V2_PAGE}&page={}", number + 1);
        self.each_page(&format!("section {section}"), V2_PAGE, page, each)
    }

    /// Reads pages until one is not full. Fails when they begin as others did, which would never end.
    fn each_page(
        &self,
        list: &str,
        size: usize,
        target: impl Fn(usize) -> String,
        mut each: impl FnMut(&Value),
    ) -> Result<Value, UnitError> {
        let mut firsts = Recurrence::new();
        for number in 0.. {
            let page = self.data(target(number))?;
            let elements = page.get("items").unwrap_or(&page).as_array().map(Vec::as_slice).unwrap_or_default();
            if elements.first().is_some_and(|first| firsts.repeats(first.clone())) {
                break;
            }
            elements.iter().for_each(&mut each);
            if elements.len() < size {
                return Ok(page["meta"]["pagination"]["total"].clone());
            }
        }
        Err(CompareError::standing(list).into())
    }

    /// Products of v2 with all that v1 shows of them.
    pub(super) fn products_of_v2(&self, stock_numbers: &[&str]) -> Result<Vec<Value>, UnitError> {
        const PARTS: &str = "include=description,media,features,warehouses,documentation";
        let (lists, single) = stock_number_lists(stock_numbers.iter().copied());
        let mut products = Vec::new();
        for list in lists {
            let mut data = self.data(format!("/api/v2/products?stockNumbers={list}&{PARTS}"))?;
            if let Value::Array(items) = data["items"].take() {
                products.extend(items);
            }
        }
        for number in single {
            products.extend(self.find(format!("/api/v2/products/{}?{PARTS}", percent_encode(number)))?);
        }
        Ok(products)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Response;
    use serde_json::json;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A server without products that records the requests.
    #[derive(Default)]
    struct Recorder(Mutex<Vec<String>>);

    impl Source for Recorder {
        fn get(&self, request: &Request) -> Result<Response, CompareError> {
            self.0.lock().unwrap().push(request.target.clone());
            Ok(Response { status: 200, body: Some(json!({"status": true, "data": {"items": []}})) })
        }
    }

    /// A server whose every page is full, and one of so many that come in turns.
    struct Standing(usize, AtomicUsize);

    impl Source for Standing {
        fn get(&self, request: &Request) -> Result<Response, CompareError> {
            let turn = self.1.fetch_add(1, Ordering::Relaxed) % self.0;
            let page = vec![json!({"id": turn}); V2_PAGE];
            let data = if request.target.contains("/v2/") { json!({"items": page}) } else { page[..V1_PAGE].into() };
            Ok(Response { status: 200, body: Some(json!({"status": true, "data": data})) })
        }
    }

    #[test]
    fn a_list_that_repeats_its_page_for_ever_is_an_error() {
        for turns in [1, 2, 3] {
            let server = Standing(turns, AtomicUsize::new(0));
            let client = Client(&server);
            for result in [client.each_of_v1("/api/v1/x?id_list=7", |_| {}), client.each_of_v2("7", |_| {}).map(drop)] {
                assert!(matches!(result, Err(UnitError::Compare(CompareError::Standing { .. }))));
            }
        }
    }

    #[test]
    fn long_stock_numbers_are_requested_in_several_addresses_and_those_that_a_list_would_change_by_their_path() {
        let long: Vec<String> = (0..100).map(|number| format!("{}{number:02}", "Ж".repeat(62))).collect();
        let numbers: Vec<&str> = long.iter().map(String::as_str).chain([" A", "A ", "A,B"]).collect();
        let recorder = Recorder::default();
        assert!(Client(&recorder).products_of_v2(&numbers).is_ok());
        let targets = recorder.0.into_inner().unwrap();
        assert!(targets.iter().all(|target| target.len() < 8_192), "{targets:?}");
        let (lists, single): (Vec<&String>, Vec<&String>) =
            targets.iter().partition(|target| target.contains("stockNumbers="));
        let requested: usize = lists.iter().map(|list| list.split("%D0%96".repeat(62).as_str()).count() - 1).sum();
        assert_eq!((requested, lists.len() > 1), (100, true), "{lists:?}");
        let paths = ["%20A", "A%20", "A%2CB"].map(|number| format!("/api/v2/products/{number}?"));
        assert_eq!(single.len(), paths.len());
        assert!(single.iter().zip(&paths).all(|(target, path)| target.starts_with(path)), "{single:?}");
    }
}
