//! The types of the values in records, which differ between readers and writers.

use serde::{Deserialize, Serialize};

/// The types of the values of records.
pub trait Values {
    /// A name, or a text as short as one.
    type Text;
    /// A value of a field, or a sentence or two.
    type LongText;
    /// A description.
    type Description;
    /// A text that identifies something.
    type Identifier;
    /// A stock number.
    type StockNumber;
    /// An absolute URL.
    type Url;
    /// A moment.
    type Moment;
    /// The role of a feature group or field.
    type Role;
    /// A positive integer.
    type Id;
    /// Any integer.
    type Integer;
    /// An amount in USD, or none.
    type Price;
    /// Any JSON.
    type Json;
}

/// Values that records are read into.
pub trait Readable<'de>:
    Values<
        Text: Deserialize<'de>,
        LongText: Deserialize<'de>,
        Description: Deserialize<'de> + Default,
        Identifier: Deserialize<'de>,
        StockNumber: Deserialize<'de>,
        Url: Deserialize<'de>,
        Moment: Deserialize<'de>,
        Role: Deserialize<'de> + Default,
        Id: Deserialize<'de>,
        Integer: Deserialize<'de> + Default,
        Price: Deserialize<'de>,
        Json: Deserialize<'de>,
    >
{
}

/// Values that records are written from.
pub trait Writable:
    Values<
        Text: Serialize,
        LongText: Serialize,
        Description: Serialize,
        Identifier: Serialize,
        StockNumber: Serialize,
        Url: Serialize,
        Moment: Serialize,
        Role: Serialize,
        Id: Serialize,
        Integer: Serialize,
        Price: Serialize,
        Json: Serialize,
    >
{
}
