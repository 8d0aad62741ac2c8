//! The parameters of digests.

use catalog_domain::values::SectionId;
use http_common::params::{ParameterReader, Parameters};

#[derive(Debug, Clone, Hash)]
pub(crate) struct GetProductDigest {
    /// The section; `None` for an id that no section can have.
    pub(crate) section: Option<SectionId>,
    /// The part whose products are wanted; `None` for the digest.
    pub(crate) part: Option<u8>,
}

impl Parameters for GetProductDigest {
    const HAS_CURSOR: bool = true;

    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let part = reader.number("part", 0..=u64::from(u8::MAX));
        Self { section: reader.section_id(), part: part.and_then(|part| u8::try_from(part).ok()) }
    }
}
