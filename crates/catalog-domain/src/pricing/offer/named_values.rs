//! Values by name, stored compactly: a large catalog holds millions of such lists, and most of them have the same few
//! names in the same order.

use std::sync::Arc;

/// Values, each with its name, in order. Equal lists may have different representations.
#[derive(Clone)]
pub(super) enum NamedValues<N, V> {
    Shared {
        names: Arc<Box<[N]>>,
        values: Box<[V]>,
    },
    /// Its own names, stored compactly: sharing does not pay where every list has different ones.
    Own(Box<[(N, V)]>),
}

impl<N, V: Copy> NamedValues<N, V> {
    /// The list of `names` and `values`, by position. Surplus items of either are left out.
    pub(super) fn sharing(names: Arc<Box<[N]>>, values: impl IntoIterator<Item = V>) -> Self {
        let values = values.into_iter().take(names.len()).collect();
        Self::Shared { names, values }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Shared { values, .. } => values.len(),
            Self::Own(pairs) => pairs.len(),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&N, V)> {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    /// The value of the first one of that name.
    pub(super) fn value_of(&self, name: &N) -> Option<V>
    where
        N: PartialEq,
    {
        self.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// The first value.
    pub(super) fn first(&self) -> Option<&V> {
        match self {
            Self::Shared { values, .. } => values.first(),
            Self::Own(pairs) => pairs.first().map(|(_, value)| value),
        }
    }

    fn get(&self, at: usize) -> Option<(&N, V)> {
        match self {
            Self::Shared { names, values } => names.get(at).zip(values.get(at).copied()),
            Self::Own(pairs) => pairs.get(at).map(|(name, value)| (name, *value)),
        }
    }
}

impl<N, V> FromIterator<(N, V)> for NamedValues<N, V> {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self::Own(pairs.into_iter().collect())
    }
}

impl<N, V> Default for NamedValues<N, V> {
    fn default() -> Self {
        Self::Own(Box::default())
    }
}

impl<N: PartialEq, V: Copy + PartialEq> PartialEq for NamedValues<N, V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<N: Eq, V: Copy + Eq> Eq for NamedValues<N, V> {}
