//! Diesel's prelude, but that a statement fails with the domain's error: what runs one says what it is, and not how it
//! fails.

use crate::failure::store_error;
use catalog_domain::ports::StoreError;
pub(crate) use diesel::prelude::*;
use diesel::query_dsl::methods::{ExecuteDsl, LimitDsl, LoadQuery};

/// In place of Diesel's own of that name.
pub(crate) trait RunQueryDsl<C>: diesel::RunQueryDsl<C> {
    fn execute(self, connection: &mut C) -> Result<usize, StoreError>
    where
        C: Connection,
        Self: ExecuteDsl<C>,
    {
        diesel::RunQueryDsl::execute(self, connection).map_err(store_error)
    }

    fn load<'query, T>(self, connection: &mut C) -> Result<Vec<T>, StoreError>
    where
        Self: LoadQuery<'query, C, T>,
    {
        diesel::RunQueryDsl::load(self, connection).map_err(store_error)
    }

    fn get_result<'query, T>(self, connection: &mut C) -> Result<T, StoreError>
    where
        Self: LoadQuery<'query, C, T>,
    {
        diesel::RunQueryDsl::get_result(self, connection).map_err(store_error)
    }

    /// `None` where nothing is found.
    fn get_optional<'query, T>(self, connection: &mut C) -> Result<Option<T>, StoreError>
    where
        Self: LoadQuery<'query, C, T>,
    {
        diesel::RunQueryDsl::get_result(self, connection).optional().map_err(store_error)
    }

    fn first<'query, T>(self, connection: &mut C) -> Result<T, StoreError>
    where
        Self: LimitDsl,
        diesel::dsl::Limit<Self>: LoadQuery<'query, C, T>,
    {
        diesel::RunQueryDsl::first(self, connection).map_err(store_error)
    }

    /// `None` where nothing is found.
    fn first_optional<'query, T>(self, connection: &mut C) -> Result<Option<T>, StoreError>
    where
        Self: LimitDsl,
        diesel::dsl::Limit<Self>: LoadQuery<'query, C, T>,
    {
        diesel::RunQueryDsl::first(self, connection).optional().map_err(store_error)
    }
}

impl<C, S: diesel::RunQueryDsl<C>> RunQueryDsl<C> for S {}
