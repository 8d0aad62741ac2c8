//! Deterministic synthetic catalogs in the import format, of any size
