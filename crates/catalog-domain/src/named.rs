//! Enums whose variants have a text each, which is said where the variant is.

/// Defines an enum of names: `Waiting = "waiting"`. Bodies, commands and the store have the names.
///
/// ```
/// catalog_domain::named! {
///     /// The state of a valve.
///     pub enum Valve {
///         /// Nothing passes.
///         Closed = "closed",
///         /// Everything does.
///         Open = "open",
///     }
/// }
/// assert_eq!(Valve::from_name("open"), Some(Valve::Open));
/// assert_eq!(Valve::ALL.map(Valve::name), ["closed", "open"]);
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$of_all:meta])* pub enum $type:ident { $($(#[$of_one:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$of_all])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[$of_one])* $variant,)+
        }

        impl $type {
            /// All of them, in the order of their definition.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The one of that name; `None` for any other text.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|each| each.name() == name)
            }
        }
    };
}

/// Defines an enum of reasons, with the words in which people read each.
macro_rules! worded {
    ($(#[$of_all:meta])* pub enum $type:ident { $($(#[$of_one:meta])* $variant:ident = $words:literal,)+ }) => {
        $(#[$of_all])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $type {
            $($(#[$of_one])* $variant,)+
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(match self {
                    $(Self::$variant => $words,)+
                })
            }
        }
    };
}
pub(crate) use worded;
