-- The revision of each product's last event. Apart from `products`, because events also concern products whose rows are not
-- written, such as those of a section that is switched off.
--
-- Row 0 is no product: it has the version of products without a row, which is the revision that the store had before.
CREATE TABLE product_versions (
    product_id BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL
);
CREATE INDEX product_versions_by_version ON product_versions (version);
INSERT INTO product_versions (product_id, version)
SELECT 0, catalog_revision FROM store_state WHERE catalog_revision > 0;
