//! Requests to both interfaces of the server.

use crate::error::CompareError;
use crate::request::{Access, Request, encoded};
use crate::route::Route;
use crate::source::Source;
use serde_json::Value;

/// Products that are read from a list of v1 at a time.
const V1_PAGE: usize = 500;
/// Products that are read from a list of v2 at a time.
const V2_PAGE: usize = 1_000;

/// The server.
#[derive(Clone, Copy)]
pub(super) struct Client<'a>(pub(super) &'a dyn Source);

/// Why a unit could not be compared.
pub(super) enum UnitError {
    /// The whole run ends.
    Compare(CompareError),
    /// A response was no success.
    Refused {
        /// The path and query.
        target: String,
        /// The code.
        code: u64,
    },
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
    pub(super) fn each_of_v1(&self, list: &str, mut each: impl FnMut(&Value)) -> Result<(), UnitError> {
        let mut offset = 0;
        loop {
            let page = self.data(format!("{list}&limit={V1_PAGE}&offset={offset}"))?;
            let elements = page.as_array().map(Vec::as_slice).unwrap_or_default();
            elements.iter().for_each(&mut each);
            if elements.len() < V1_PAGE {
                return Ok(());
            }
            offset += V1_PAGE;
        }
    }

    /// Every product in the list of a section of v2, page by page. Returns the total that the pages state.
    pub(super) fn each_of_v2(&self, section: &str, mut each: impl FnMut(&Value)) -> Result<Value, UnitError> {
        let section = encoded(section);
        let mut number = 1;
        loop {
            let list = format!("/api/v2/catalog/sections/{section}/products?pageSize={V2_PAGE}&page={number}");
            let page = self.data(list)?;
            let elements = page["items"].as_array().map(Vec::as_slice).unwrap_or_default();
            elements.iter().for_each(&mut each);
            if elements.len() < V2_PAGE {
                return Ok(page["meta"]["pagination"]["total"].clone());
            }
            number += 1;
        }
    }

    /// Products of v2 with all that v1 shows of them.
    pub(super) fn products_of_v2(&self, stock_numbers: &[&str]) -> Result<Vec<Value>, UnitError> {
        const PARTS: &str = "include=description,media,features,warehouses,documentation";
        // A comma separates stock numbers, so a product with one is requested by its path.
        let (single, listed): (Vec<&str>, Vec<&str>) = stock_numbers.iter().partition(|number| number.contains(','));
        let mut products = Vec::new();
        if !listed.is_empty() {
            let listed = listed.into_iter().map(encoded).collect::<Vec<_>>().join(",");
            let mut data = self.data(format!("/api/v2/products?stockNumbers={listed}&{PARTS}"))?;
            if let Value::Array(items) = data["items"].take() {
                products = items;
            }
        }
        for number in single {
            products.extend(self.find(format!("/api/v2/products/{}?{PARTS}", encoded(number)))?);
        }
        Ok(products)
    }
}
