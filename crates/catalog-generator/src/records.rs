//! The records of the import format with the values of an upstream system, in the forms that such systems use.

use catalog_records::{
    DeletedDocument, OfferDocument, OfferRecordDocument, ProductDocument, ProductTypeDocument, SectionDocument, Values,
    WarehouseDocument, Writable,
};
use serde::Serialize;
use std::borrow::Cow;
use std::marker::PhantomData;

pub(crate) struct Source<'a>(PhantomData<&'a str>);

impl<'a> Values for Source<'a> {
    type Text = Cow<'a, str>;
    type LongText = Cow<'a, str>;
    type Description = Cow<'a, str>;
    type Identifier = &'a str;
    type StockNumber = String;
    type Url = String;
    type Moment = String;
    type Role = &'a str;
    type Id = u64;
    type Integer = i64;
    type Price = Price;
    type Json = serde_json::Value;
}

impl Writable for Source<'_> {}

/// A price in USD, in one of the forms that the format allows.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Price {
    Number(f64),
    /// A decimal text, or an empty one for 'no price'.
    Text(String),
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Record<'a> {
    ProductType(ProductTypeDocument<Source<'a>>),
    Warehouse(WarehouseDocument<Source<'a>>),
    Section(Section<'a>),
    Product(Box<Product<'a>>),
    Offer(OfferRecordDocument<Source<'a>>),
    Deleted(DeletedDocument<Source<'a>>),
}

pub(crate) type Section<'a> = SectionDocument<Source<'a>>;
pub(crate) type Product<'a> = ProductDocument<Source<'a>>;
pub(crate) type Offer<'a> = OfferDocument<Source<'a>>;
