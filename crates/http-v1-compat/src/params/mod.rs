//! The parameters of v1 requests: text becomes domain values here, before any lookup.
//!
//! Parameters are snake_case and unknown ones are ignored. Lists are comma-separated and may be repeated.

mod item;
mod item_list;
mod login;
mod parameter_reader;
mod section_items;
mod sections;

pub(crate) use item::*;
pub(crate) use item_list::*;
pub(crate) use login::*;
pub(crate) use parameter_reader::*;
pub(crate) use section_items::*;
pub(crate) use sections::*;

use crate::v1_error::V1Error;

/// The parameters of an endpoint.
pub(crate) trait V1Parameters: Sized {
    /// Takes the parameters it knows.
    ///
    /// # Errors
    /// [`V1Error::InvalidParameter`] for the first one that is missing or wrong.
    fn read(reader: &ParameterReader<'_>) -> Result<Self, V1Error>;
}

/// An endpoint without parameters.
#[derive(Debug, Hash)]
pub(crate) struct NoParameters;

impl V1Parameters for NoParameters {
    fn read(_: &ParameterReader<'_>) -> Result<Self, V1Error> {
        Ok(Self)
    }
}
