//! The login in the path of the legacy token route.

use super::parameter_reader::ParameterReader;
use super::read::V1Parameters;
use crate::v1_error::V1Error;

/// The position of `:login` in `/auth/token/:login`.
const LOGIN_SEGMENT: usize = 3;

/// The login. Never printed: people type passwords into the wrong field.
pub(crate) struct Login(pub(crate) String);

impl V1Parameters for Login {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, V1Error> {
        reader.segment("login", LOGIN_SEGMENT).map(Self)
    }
}
