//! Reads NDJSON exports, checks every record and hands one all-or-nothing change set to the store
