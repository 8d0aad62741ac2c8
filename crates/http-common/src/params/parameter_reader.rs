//! Reads the parameters of one request and collects everything that is wrong with them
//! (`docs/contract.md#parameters`).

use crate::json::envelope::ErrorDetail;
use crate::request::percent_decoding::{decode_query, decode_segment};
use crate::request::request_limits::{Problems, decode_list, query_pairs, quoted, split_list};
use catalog_domain::catalog::PageRequest;
use catalog_domain::products::is_stock_number;
use catalog_domain::values::{AccountId, AccountIdError, SectionId, SectionIdError};
use catalog_index::Catalog;
use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// A name allowed in `include`, with its part.
pub type PartName<P> = (P, &'static str);

/// The largest whole number that every JSON client can represent exactly: 2^53 - 1.
pub const LARGEST_EXACT_NUMBER: u64 = 9_007_199_254_740_991;

/// The parameters of an endpoint. The values are a normal form: equivalent requests have equal ones. Entity tags are
/// made from their hash.
pub trait Parameters: Sized + Hash {
    /// Whether the response contains a feed cursor. A cursor ages, so its body must not be cached for long.
    const HAS_CURSOR: bool = false;

    /// Takes the parameters it knows. Problems are recorded in `reader`; the result is then dropped.
    fn read(reader: &mut ParameterReader<'_>) -> Self;

    /// The normal form of the request to `catalog`: the parameters without unknown ids, which change nothing.
    fn question<'a>(&'a self, _: &Catalog) -> impl Hash + 'a {
        self
    }
}

/// An endpoint without parameters.
#[derive(Debug, Hash)]
pub struct NoParameters;

impl Parameters for NoParameters {
    fn read(_: &mut ParameterReader<'_>) -> Self {
        Self
    }
}

/// The parameters of one request that nobody has taken yet, their values still encoded, and what was found wrong so
/// far. A method that finds a value wrong records the problem and returns a placeholder.
#[derive(Debug)]
pub struct ParameterReader<'a> {
    path: &'a str,
    query: Vec<(Cow<'a, str>, &'a str)>,
    problems: Problems,
}

impl<'a> ParameterReader<'a> {
    /// The position of `:id` in `/api/v2/catalog/sections/:id`.
    const SECTION_SEGMENT: usize = 5;
    /// The position of `:stockNumber` in `/api/v2/products/:stockNumber`.
    const STOCK_NUMBER_SEGMENT: usize = 4;
    /// The position of `:id` in `/auth/admin/users/:id`.
    const USER_SEGMENT: usize = 4;

    /// The parameters of a v2 request with that path and query. Both are used as they were sent: a router's copy is
    /// already half decoded.
    ///
    /// # Errors
    /// The problem, when there are too many.
    pub fn new(path: &'a str, query: &'a str) -> Result<Self, Vec<ErrorDetail>> {
        let pairs = query_pairs(query).map_err(|error| {
            let mut problems = Problems::default();
            problems.note("query", error);
            problems.into_details()
        })?;
        let mut reader = Self { path, query: Vec::with_capacity(pairs.len()), problems: Problems::default() };
        for (name, value) in pairs {
            match decode_query(name) {
                Ok(name) => reader.query.push((name, value)),
                Err(reason) => reader.note(name, reason),
            }
        }
        Ok(reader)
    }

    /// Reads everything; remaining parameters are unknown.
    ///
    /// # Errors
    /// The problems.
    pub fn read<P: Parameters>(mut self) -> Result<P, Vec<ErrorDetail>> {
        let parameters = P::read(&mut self);
        self.refuse_all()?;
        Ok(parameters)
    }

    /// Refuses all remaining parameters.
    ///
    /// # Errors
    /// The problems.
    pub fn refuse_all(mut self) -> Result<(), Vec<ErrorDetail>> {
        for (name, _) in std::mem::take(&mut self.query) {
            self.note(&name, "is not a parameter of this route");
            if self.problems.is_full() {
                break;
            }
        }
        if self.problems.is_empty() { Ok(()) } else { Err(self.problems.into_details()) }
    }

    /// The section that the path names; `None` for a well-formed id that no section can have.
    pub fn section_id(&mut self) -> Option<SectionId> {
        match SectionId::parse(&self.segment("id", Self::SECTION_SEGMENT)?) {
            Ok(id) => Some(id),
            Err(SectionIdError::OutOfRange) => None,
            Err(error @ SectionIdError::Malformed) => {
                self.note("id", error.to_string());
                None
            }
        }
    }

    /// The stock number that the path names.
    pub fn stock_number(&mut self) -> String {
        let text = self.segment("stockNumber", Self::STOCK_NUMBER_SEGMENT).unwrap_or_default();
        if !text.is_empty() && !is_stock_number(&text) {
            self.note("stockNumber", "must have at most 64 characters");
        }
        text.into_owned()
    }

    /// The user that the path names; `None` for a well-formed id that no user can have.
    pub fn user_id(&mut self) -> Option<AccountId> {
        match AccountId::parse(&self.segment("id", Self::USER_SEGMENT)?) {
            Ok(id) => Some(id),
            Err(AccountIdError::OutOfRange) => None,
            Err(error @ AccountIdError::Malformed) => {
                self.note("id", error.to_string());
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, name: &str) -> Option<bool> {
        self.parsed(name, |text| match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err("must be true or false".into()),
        })
    }

    /// A whole number in decimal digits, within `range`.
    pub fn number(&mut self, name: &str, range: RangeInclusive<u64>) -> Option<u64> {
        self.parsed(name, |text| {
            let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|number| is_decimal && range.contains(number));
            number.ok_or_else(|| format!("must be a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// `page` and `pageSize`.
    pub fn page(&mut self) -> PageRequest {
        let default = PageRequest::default();
        let size = self.number("pageSize", 1..=u64::from(PageRequest::MAXIMUM_SIZE));
        PageRequest {
            page: self.number("page", 1..=LARGEST_EXACT_NUMBER).unwrap_or(default.page),
            size: size.and_then(|size| u32::try_from(size).ok()).unwrap_or(default.size),
        }
    }

    /// A comma-separated list without spaces around items and without duplicates, in the given order. An empty one is
    /// an error, and so is one of more than [`crate::request::MAXIMUM_LISTED`] items.
    pub fn list(&mut self, name: &str) -> Option<Vec<String>> {
        let text = self.list_text(name)?;
        let items = text.as_deref().and_then(|text| self.split(name, text));
        if items.as_ref().is_some_and(Vec::is_empty) {
            self.note(name, "must name at least one value");
        }
        Some(items.unwrap_or_default().into_iter().map(str::to_owned).collect())
    }

    /// The same, and its absence is an error, too.
    pub fn required_list(&mut self, name: &str) -> Vec<String> {
        if !self.is_given(name) {
            self.note(name, "is required");
        }
        self.list(name).unwrap_or_default()
    }

    /// The parts that `include` names among the `known` ones; none when the parameter is absent or empty.
    pub fn includes<P: Copy>(&mut self, known: &[PartName<P>]) -> Vec<P> {
        let text = self.list_text("include").flatten().unwrap_or_default();
        let mut parts = Vec::new();
        for item in self.split("include", &text).unwrap_or_default() {
            if let Some((part, _)) = known.iter().find(|(_, name)| *name == item) {
                parts.push(*part);
            } else if !self.problems.is_full() {
                let names = known.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ");
                self.note("include", format!("'{}' is not one of: {names}", quoted(item)));
            }
        }
        parts
    }

    /// The parameter parsed by `parse`; `None` when it is absent or wrong.
    pub fn parsed<T>(&mut self, name: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        match parse(&self.single(name)?) {
            Ok(value) => Some(value),
            Err(reason) => {
                self.note(name, reason);
                None
            }
        }
    }

    /// The text of a parameter that may be given once.
    fn single(&mut self, name: &str) -> Option<Cow<'a, str>> {
        let mut values = self.take_decoded(name);
        let value = values.next();
        if values.count() > 0 {
            self.note(name, "must be given only once");
        }
        value
    }

    /// The text of a list, if the parameter is given; none in it when it cannot be read. Many generated clients repeat
    /// the parameter instead of joining its items, so both forms are accepted.
    fn list_text(&mut self, name: &str) -> Option<Option<Cow<'a, str>>> {
        let pieces = self.take(name);
        if pieces.is_empty() {
            return None;
        }
        let text = decode_list(&pieces, decode_query);
        Some(text.map_err(|error| self.note(name, error)).ok())
    }

    /// The items of a list; `None` when there are too many.
    fn split<'t>(&mut self, name: &str, text: &'t str) -> Option<Vec<&'t str>> {
        match split_list(text) {
            Ok(items) => Some(items),
            Err(error) => {
                self.note(name, error);
                None
            }
        }
    }

    /// All texts of a parameter that may be given several times, in order.
    pub fn repeated(&mut self, name: &str) -> Vec<Cow<'a, str>> {
        self.take_decoded(name).collect()
    }

    /// The texts of a parameter that can be decoded. Those that the caller does not take stay in the query.
    fn take_decoded<'r>(&'r mut self, name: &'r str) -> impl Iterator<Item = Cow<'a, str>> + 'r {
        let Self { query, problems, .. } = self;
        let values = query.extract_if(.., move |pair| pair.0 == name);
        values.filter_map(move |(_, value)| decode_query(value).map_err(|reason| problems.note(name, reason)).ok())
    }

    /// Whether the request names the parameter, readable or not, and nobody has taken it.
    pub(crate) fn is_given(&self, name: &str) -> bool {
        self.query.iter().any(|pair| pair.0 == name)
    }

    fn take(&mut self, name: &str) -> Vec<&'a str> {
        self.query.extract_if(.., |pair| pair.0 == name).map(|(_, value)| value).collect()
    }

    fn segment(&mut self, name: &str, position: usize) -> Option<Cow<'a, str>> {
        let text = decode_segment(self.path.split('/').nth(position).unwrap_or_default());
        text.map_err(|reason| self.note(name, reason)).ok()
    }

    /// Records a problem of a parameter.
    pub fn note(&mut self, name: &str, reason: impl fmt::Display) {
        self.problems.note(name, reason);
    }
}
