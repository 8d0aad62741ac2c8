//! Builders, the in-memory store, contract suites and a standing clock, for tests only
