//! In the place of the usage of v1 where that is not built.

/// What would be recorded of v1.
#[derive(Debug)]
pub struct V1UsageReport;

impl V1UsageReport {
    /// It takes any ports, and reads none.
    pub fn new<S, A>(_: S, _: A) -> Self {
        Self
    }
}
