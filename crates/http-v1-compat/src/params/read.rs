//! What every set of parameters can do: be read from a request.

use super::parameter_reader::ParameterReader;
use crate::v1_error::V1Error;

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
