//! What the parameters of every endpoint can do: be read from a request.

use super::parameter_reader::{ParameterReader, Strictness};
use crate::json::envelope::ErrorDetail;
use catalog_index::Catalog;
use std::hash::Hash;

/// The parameters of an endpoint. The values are a normal form: equivalent requests have equal ones. Entity tags are
/// made from their hash.
pub trait Parameters: Sized + Hash {
    /// Whether the response contains a feed cursor. A cursor ages, so its body must not be cached for long.
    const HAS_CURSOR: bool = false;
    /// Whether a key may also come by Basic: for programs for tables that know nothing else.
    const TAKES_BASIC: bool = false;

    /// Takes the parameters it knows. Problems are recorded in `reader`; the result is then dropped.
    fn read(reader: &mut ParameterReader<'_>) -> Self;

    /// The normal form of the request to `catalog`: the parameters without unknown ids, which change nothing.
    fn question<'a>(&'a self, _: &Catalog) -> impl Hash + 'a {
        self
    }

    /// The parameters of a request with that path and query. Both are used as they were sent: a router's copy is
    /// already half decoded.
    ///
    /// # Errors
    /// The problems, in the order in which they were found.
    fn parse(path: &str, query: &str, strictness: Strictness) -> Result<Self, Vec<ErrorDetail>> {
        Self::parse_with(path, query, strictness, |_| ()).map(|(parameters, ())| parameters)
    }

    /// The same with what `read_more` takes, which is no part of the normal form.
    ///
    /// # Errors
    /// Those of [`Self::parse`].
    fn parse_with<'a, T>(
        path: &'a str,
        query: &'a str,
        strictness: Strictness,
        read_more: impl FnOnce(&mut ParameterReader<'a>) -> T,
    ) -> Result<(Self, T), Vec<ErrorDetail>> {
        let mut reader = ParameterReader::new(path, query, strictness)?;
        let read = (Self::read(&mut reader), read_more(&mut reader));
        reader.finish().map(|()| read)
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
