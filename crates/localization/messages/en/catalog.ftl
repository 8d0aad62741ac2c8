# Pages of the catalog.

catalog-title = Catalog
search-title = Search
changes-title = Changes
json-title = JSON
vendor = Vendor
