//! What a response says in its body when its status does not say it.

/// An extension of responses: the code of a refusal that has another status, as those of v1 have 200. The log and the
/// metrics show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefusalCode(pub u16);
