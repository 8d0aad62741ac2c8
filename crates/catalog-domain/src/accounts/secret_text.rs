//! Texts that give access, and the hashes that are stored of them.

/// Defines the text of a secret, which is never logged or printed, and the hash by which it is known again.
macro_rules! secret_text {
    ($(#[$text_documentation:meta])* $text:ident, $(#[$hash_documentation:meta])* $hash:ident) => {
        $(#[$text_documentation])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $text(String);

        impl $text {
            /// Wraps the text.
            pub fn new(text: String) -> Self {
                Self(text)
            }

            /// The text, for hashing and for its owner only.
            pub fn expose(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Debug for $text {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(concat!(stringify!($text), "(hidden)"))
            }
        }

        $(#[$hash_documentation])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $hash(Box<str>);

        impl $hash {
            /// Wraps a hash in text form.
            pub fn new(text: String) -> Self {
                Self(text.into())
            }

            /// The hash for the store.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    };
}
pub(super) use secret_text;
