//! The portal's pages of the catalog, over the same stores and users as the routes whose responses they show.

mod client;
mod errors;
mod facets;
mod hostile_names;
mod pages;
mod same_as_api;

pub(crate) use client::page;
