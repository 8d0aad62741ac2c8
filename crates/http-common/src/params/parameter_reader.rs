//! Reads the parameters of one request of any interface and collects everything that is wrong with them
//! (`docs/contract.md#parameters`).

use crate::json::envelope::ErrorDetail;
use crate::request::percent_decoding::{Decode, decode_query, decode_segment};
use crate::request::request_limits::{Problems, decode_list, query_pairs, quoted, split_list};
use catalog_domain::catalog::PageRequest;
use catalog_domain::products::is_stock_number;
use catalog_domain::values::{CatalogRevision, SectionId};
use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::ops::RangeInclusive;

/// The largest whole number that every JSON client can represent exactly: 2^53 - 1.
pub const LARGEST_EXACT_NUMBER: u64 = 9_007_199_254_740_991;

/// The parameter of all requests that read the catalog (`docs/contract.md#min-revision`).
pub const MIN_REVISION: &str = "minRevision";

/// How strictly an interface reads its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// Parameters that the endpoint does not know are refused.
    Strict,
    /// Parameters that the endpoint does not know are ignored, also those whose names cannot be decoded.
    Lenient,
}

/// The parameters of one request that nobody has taken yet, their values still encoded, and what was found wrong so
/// far. A method that finds a value wrong records the problem and returns a placeholder.
#[derive(Debug)]
pub struct ParameterReader<'a> {
    path: &'a str,
    query: Vec<(Cow<'a, str>, &'a str)>,
    strictness: Strictness,
    problems: Problems,
}

impl<'a> ParameterReader<'a> {
    /// The position of `:id` in `/api/v2/catalog/sections/:id`.
    const SECTION_SEGMENT: usize = 5;
    const STOCK_NUMBER_SEGMENT: usize = 4;

    pub(super) fn new(path: &'a str, query: &'a str, strictness: Strictness) -> Result<Self, Vec<ErrorDetail>> {
        let mut reader = Self { path, query: Vec::new(), strictness, problems: Problems::default() };
        match query_pairs(query) {
            Ok(pairs) => {
                reader.query.reserve(pairs.len());
                pairs.into_iter().for_each(|(name, value)| reader.add(name, value));
            }
            Err(error) => {
                reader.note("query", error);
                return Err(reader.problems.into_details());
            }
        }
        Ok(reader)
    }

    fn add(&mut self, name: &'a str, value: &'a str) {
        match decode_query(name) {
            Ok(name) => self.query.push((name, value)),
            Err(_) if self.strictness == Strictness::Lenient => {}
            Err(reason) => self.note(name, reason),
        }
    }

    /// Refuses the parameters that were not taken, unless the interface is lenient.
    ///
    /// # Errors
    /// All problems.
    pub(super) fn finish(mut self) -> Result<(), Vec<ErrorDetail>> {
        if self.strictness == Strictness::Strict {
            for (name, _) in std::mem::take(&mut self.query) {
                self.note(&name, "is not a parameter of this route");
                if self.problems.is_full() {
                    break;
                }
            }
        }
        if self.problems.is_empty() { Ok(()) } else { Err(self.problems.into_details()) }
    }

    /// The section that the path names; `None` for a well-formed id that no section can have.
    pub fn section_id(&mut self) -> Option<SectionId> {
        self.path_id(Self::SECTION_SEGMENT, SectionId::parse_any)
    }

    /// The id that is the segment of the path at `position`, parsed by `parse`, which returns `None` for a well-formed
    /// one that nothing can have. The text before the first `/` is segment 0.
    pub fn path_id<T, E: fmt::Display>(
        &mut self,
        position: usize,
        parse: impl FnOnce(&str) -> Result<Option<T>, E>,
    ) -> Option<T> {
        let text = self.segment("id", position)?;
        self.checked("id", parse(&text)).flatten()
    }

    /// The ids in the list that is the segment of the path at `position`, likewise.
    pub fn path_ids<T, E: fmt::Display>(
        &mut self,
        position: usize,
        parse: impl FnMut(&str) -> Result<Option<T>, E>,
    ) -> Vec<T> {
        self.items("id", (&[self.encoded_segment(position)], decode_segment), 1, parse)
    }

    /// The stock number that the path names.
    pub fn stock_number(&mut self) -> String {
        let text = self.segment("stockNumber", Self::STOCK_NUMBER_SEGMENT).unwrap_or_default();
        if !text.is_empty() && !is_stock_number(&text) {
            self.note("stockNumber", "must have at most 64 characters, and not be `.` or `..`");
        }
        text.into_owned()
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

    /// `minRevision`: the revision that the response must be of, or of a later one.
    pub fn min_revision(&mut self) -> Option<CatalogRevision> {
        let number = self.number(MIN_REVISION, 1..=i64::MAX.unsigned_abs());
        number.and_then(|number| i64::try_from(number).ok()).map(CatalogRevision)
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
        self.is_given(name).then(|| self.list_of(name, |item| Ok::<_, Infallible>(Some(item.to_owned()))))
    }

    /// The same, and its absence is an error, too.
    pub fn required_list(&mut self, name: &str) -> Vec<String> {
        if !self.is_given(name) {
            self.note(name, "is required");
        }
        self.list(name).unwrap_or_default()
    }

    /// What `parse` makes of the items of such a list, without those of which it makes nothing. An absent list is an
    /// empty one.
    pub fn list_of<T, E: fmt::Display>(
        &mut self,
        name: &str,
        parse: impl FnMut(&str) -> Result<Option<T>, E>,
    ) -> Vec<T> {
        let pieces = self.take(name);
        self.items(name, (&pieces, decode_query), 1, parse)
    }

    /// The parts that `include` names among the `known` ones; none when the parameter is absent or empty.
    pub fn includes<P: Copy>(&mut self, known: &[P], name: impl Fn(P) -> &'static str) -> Vec<P> {
        let pieces = self.take("include");
        self.items("include", (&pieces, decode_query), 0, |item| {
            let found = known.iter().copied().find(|part| name(*part) == item);
            let names = || known.iter().map(|part| name(*part)).collect::<Vec<_>>().join(", ");
            found.map(Some).ok_or_else(|| format!("'{}' is not one of: {}", quoted(item), names()))
        })
    }

    /// The parameter parsed by `parse`; `None` when it is absent or wrong.
    pub fn parsed<T>(&mut self, name: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        let text = self.single(name)?;
        self.checked(name, parse(&text))
    }

    /// All texts of a parameter that may be given several times, in order.
    pub fn repeated(&mut self, name: &str) -> Vec<Cow<'a, str>> {
        self.take_decoded(name).collect()
    }

    /// The decoded segment of the path at `position`; the text before the first `/` is segment 0.
    pub fn segment(&mut self, name: &str, position: usize) -> Option<Cow<'a, str>> {
        let decoded = decode_segment(self.encoded_segment(position));
        self.checked(name, decoded)
    }

    /// The decoded last segment of the path.
    pub fn last_segment(&mut self, name: &str) -> Option<Cow<'a, str>> {
        self.segment(name, self.path.matches('/').count())
    }

    /// Records a problem of a parameter.
    pub fn note(&mut self, name: &str, reason: impl fmt::Display) {
        self.problems.note(name, reason);
    }

    /// Whether the request names the parameter, readable or not, and nobody has taken it.
    pub fn is_given(&self, name: &str) -> bool {
        self.query.iter().any(|pair| pair.0 == name)
    }

    /// The text of a parameter that may be given once.
    fn single(&mut self, name: &str) -> Option<Cow<'a, str>> {
        if self.strictness == Strictness::Lenient && self.query.iter().filter(|pair| pair.0 == name).count() > 1 {
            self.note(name, "must be given once");
            return None;
        }
        let mut values = self.take_decoded(name);
        let value = values.next();
        if values.count() > 0 {
            self.note(name, "must be given only once");
        }
        value
    }

    /// What `parse` makes of the items of a list of at least `least`, without those of which it makes nothing. Many
    /// generated clients repeat a parameter instead of joining its items, so it may come in several pieces.
    fn items<T, E: fmt::Display>(
        &mut self,
        name: &str,
        (pieces, decode): (&[&str], Decode),
        least: usize,
        mut parse: impl FnMut(&str) -> Result<Option<T>, E>,
    ) -> Vec<T> {
        let text = self.checked(name, decode_list(pieces, decode));
        let Some(items) = text.as_deref().and_then(|text| self.checked(name, split_list(text))) else {
            return Vec::new();
        };
        if items.len() < least {
            self.note(name, "must name at least one value");
        }
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.extend(self.checked(name, parse(item)).flatten());
            if self.problems.is_full() {
                break;
            }
        }
        values
    }

    /// The texts of a parameter that can be decoded. Those that the caller does not take stay in the query.
    fn take_decoded<'r>(&'r mut self, name: &'r str) -> impl Iterator<Item = Cow<'a, str>> + 'r {
        let Self { query, problems, .. } = self;
        let values = query.extract_if(.., move |pair| pair.0 == name);
        values.filter_map(move |(_, value)| decode_query(value).map_err(|reason| problems.note(name, reason)).ok())
    }

    fn take(&mut self, name: &str) -> Vec<&'a str> {
        self.query.extract_if(.., |pair| pair.0 == name).map(|(_, value)| value).collect()
    }

    fn encoded_segment(&self, position: usize) -> &'a str {
        self.path.split('/').nth(position).unwrap_or_default()
    }

    /// The value of a parameter, if it is one; the error is a problem.
    fn checked<T>(&mut self, name: &str, value: Result<T, impl fmt::Display>) -> Option<T> {
        value.map_err(|reason| self.note(name, reason)).ok()
    }
}
