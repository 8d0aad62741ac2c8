//! Pages of the catalog, over the same stores and users as the routes of v2 whose responses they show.

mod client;
mod errors;
mod facets;
mod hidden_amounts;
mod hostile_names;
mod pages;
mod same_as_api;
