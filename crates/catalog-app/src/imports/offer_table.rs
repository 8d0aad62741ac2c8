//! The present offers as the table that imports take.

use super::Imports;
use crate::runtime::try_call_store_within;
use crate::service_failure::ServiceFailure;
use catalog_domain::values::Language;
use catalog_records::OfferTable;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

impl Imports {
    /// The longest that writing a table of offers takes. Its client waits that long for the first byte.
    pub const OFFER_TABLE_LIMIT: Duration = Duration::from_secs(600);

    /// Writes the offers of all products to `output`, in the dialect of `language`, and gives it back. It reads one
    /// state of the store, and stops when its caller is gone.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read, the output cannot be written, or it takes too long.
    pub async fn write_offers<W>(&self, mut output: W, language: Language) -> Result<W, ServiceFailure>
    where
        W: Write + Send + 'static,
    {
        let (source, caller) = (Arc::clone(&self.ports.written), Arc::new(()));
        let waits = Arc::downgrade(&caller);
        let write = move || {
            let (mut table, mut written) = (OfferTable::new(language), Ok(()));
            source.read_all(&mut |item| {
                written = table.write(&item, &mut output);
                if written.is_ok() && waits.strong_count() > 0 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
            // Of a store without a product, too.
            written.and_then(|()| table.begin(&mut output)).map_err(ServiceFailure::not_written)?;
            Ok::<_, ServiceFailure>(output)
        };
        let written = try_call_store_within(Self::OFFER_TABLE_LIMIT, write).await;
        drop(caller);
        written
    }
}
