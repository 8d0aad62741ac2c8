//! What a v1 request may ask: text becomes domain values here, before anything is looked up.
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

use crate::old_error::OldError;

/// The parameters of an endpoint.
pub(crate) trait OldParameters: Sized {
    /// Takes the parameters it knows.
    ///
    /// # Errors
    /// [`OldError::InvalidParameter`] for the first one that is missing or wrong.
    fn read(reader: &ParameterReader<'_>) -> Result<Self, OldError>;
}

/// An endpoint without parameters.
#[derive(Debug, Hash)]
pub(crate) struct NoParameters;

impl OldParameters for NoParameters {
    fn read(_: &ParameterReader<'_>) -> Result<Self, OldError> {
        Ok(Self)
    }
}
