//! The login in the path of the legacy token route.

use super::{OldParameters, ParameterReader};
use crate::old_error::OldError;

/// The position of `:login` in `/auth/token/:login`.
const LOGIN_SEGMENT: usize = 3;

/// Who wants to come in. Never printed: people type passwords into the wrong field.
pub(crate) struct Login(pub(crate) String);

impl OldParameters for Login {
    fn read(reader: &ParameterReader<'_>) -> Result<Self, OldError> {
        reader.segment("login", LOGIN_SEGMENT).map(Self)
    }
}
