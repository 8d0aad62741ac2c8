DROP TABLE product_versions;
