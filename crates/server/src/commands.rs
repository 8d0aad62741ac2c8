//! The commands that need the settings of a server, or a whole one. The others are in `catalog-cli`.

pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod openapi;
pub(crate) mod serve;
