//! Columns: arrays with one entry per product. Every refresh rebuilds a catalog's columns and frees the previous ones;
//! both together are a large part of a server's memory.
//!
//! glibc keeps most freed memory for later requests of any size, which then fragment the space for the next column.
//! Only an array with a mapping of its own returns to the system: always one of more than 32 MiB, and a smaller one
//! depending on what was freed before. So a column starts with that much capacity. Untouched pages take no memory, and
//! the excess is returned when the column is complete. With another allocator this does no harm.

/// A column that takes less is not worth a mapping.
const SMALL: usize = 128 << 10;

/// From this size on an array has its own mapping.
const MAPPED: usize = (32 << 20) + 1;

/// An empty column with capacity for at least `length` items. The caller shrinks it when it is complete.
pub(super) fn with_capacity<T>(length: usize) -> Vec<T> {
    let size = size_of::<T>().max(1);
    let capacity = if length * size < SMALL { length } else { length.max(MAPPED.div_ceil(size)) };
    Vec::with_capacity(capacity)
}

/// The column of `items`, of which there are about `length`.
pub(super) fn filled<T>(length: usize, items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut column = with_capacity(length);
    column.extend(items);
    column.shrink_to_fit();
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_holds_its_items_without_excess_capacity() {
        for length in [0, 1, SMALL / 4 - 1, SMALL / 4, MAPPED / 4 + 1] {
            let items = || (0_u32..).take(length);
            let column = filled(length, items());
            assert_eq!(column.capacity(), length);
            assert!(column.into_iter().eq(items()));
            // An estimate that is too low only costs time.
            assert!(filled(length / 2, items()).into_iter().eq(items()));
        }
    }

    #[test]
    fn a_column_that_is_not_small_begins_with_a_mapping_of_its_own() {
        assert_eq!(with_capacity::<u32>(100).capacity(), 100);
        assert!(with_capacity::<u32>(SMALL / 4).capacity() * 4 >= MAPPED);
        assert!(with_capacity::<(u64, u8)>(SMALL).capacity() * 16 >= MAPPED);
    }
}
