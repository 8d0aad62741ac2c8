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
