//! The built binary, from the outside: processes, files, signals and HTTP.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what helps a test fails it the same way as the test itself")]

mod behind_nginx;
mod compare;
mod connections;
mod demo;
mod deployment;
mod disk_full;
mod doctor;
mod explain;
mod export_law;
mod faults;
mod feed;
mod frozen_store;
mod generate;
mod import;
mod import_bad_input;
mod import_crash;
mod import_resources;
mod imports;
mod interrupted_moves;
mod mail;
mod many_servers;
mod metrics;
mod migration_page;
mod moves;
mod no_store;
mod one_client;
mod openapi;
mod operator;
mod overload;
mod postgres;
mod private_files;
mod readme;
mod replaced_store;
mod restored_postgres;
mod secret;
mod serve;
mod settings;
mod standby;
mod store_down_at_start;
mod store_errors;
mod support;
mod upgrade;
mod user;
mod v1;
