# Pages of the catalog.

catalog-title = Catalog
search-title = Search
changes-title = Changes
json-title = JSON

breadcrumbs = Breadcrumbs
storefront = Storefront
product = Product
vendor = Vendor
sections = Sections
stock-number = Stock number
stock = Stock
in-stock = In stock
shipping = On the way
shipping-more = +{ $count } on the way
and-more = and { $count } more
page-next = Next page
page-previous = Previous page
products-none = No product matches.
products-range = Products { $first } to { $last } of { $total }

prices = Prices
price = Price
price-retail = Retail
price-retail-usd = Retail, USD
price-personal-of = Your price (<bdi>{ $level }</bdi>)
price-personal-usd = Your price, USD
price-personal-of-usd = Your price (<bdi>{ $level }</bdi>), USD
price-sale = Sale
price-sale-usd = Sale, USD
price-levels-usd = Price levels, USD
price-discount = Discount ({ $percent }%)
price-on-request = On request
sale-active = active

tree-find = Find
tree-not-found = No public product has the stock number <bdi>{ $number }</bdi>.
tree-all = { $sections }, { $products }. The numbers are those of a section with all sections below it.
tree-sections = { $count ->
    [one] { $count } section
   *[other] { $count } sections
}
tree-counts = { $products }, { $available } in stock
tree-sections-in = { $count ->
    [one] { $count } section
   *[other] { $count } sections
}<span class="visually-hidden"> in <bdi>{ $name }</bdi></span>
tree-sections-below = { $count ->
    [one] { $count } section below
   *[other] { $count } sections below
}<span class="visually-hidden"> <bdi>{ $name }</bdi></span>
tree-one-more-level = Show one more level

section-counts = Section { $id }: { $products }, { $available } in stock, { $direct } linked directly.
section-below = { $count ->
    [one] { $count } section below
   *[other] { $count } sections below
}
section-filters = Filters
section-search = Find in this section
section-apply = Apply
section-remove-filters = Remove filters
section-other-filters = Not in this section
section-beyond = { $count ->
    [one] There is { $count } product, and this page is beyond the last one.
   *[other] There are { $count } products, and this page is beyond the last one.
}
section-first-page = Go to the first page
facet-count = { $count }<span class="visually-hidden"> { $count ->
    [one] product
   *[other] products
} with <bdi>{ $name }</bdi></span>
chips = Chosen
chip-remove = Remove:
chip-text = “{ $text }”
chip-filter = { $name }: { $value }
field-products = Products
field-sale = Sale
field-order = Order
field-page-size = Products on a page
choice-any = Any
choice-subtree = With all sections below
choice-direct = This section only
choice-available = In stock ({ $count })
choice-unavailable = Not in stock ({ $count })
choice-in-stock = In stock
choice-not-in-stock = Not in stock
choice-on-sale = On sale
choice-not-on-sale = Not on sale
choice-priced = With a price
choice-not-priced = Without a price
order-name = Name
order-name-descending = Name, from the end
order-stock-number = Stock number
order-last-changed = Last changed first
order-relevance = Best first

search-text = Part of a stock number, or words
search-start = Search
search-chosen = chosen

product-full-name = Full name
product-content-changed = Content changed
product-commercial-changed = Prices or stock changed
product-on-request = The price of this product is on request.
product-on-request-administrators = Only administrators see amounts.
stock-by-warehouse = Stock by warehouse
warehouse = Warehouse
pieces = Pieces
photos = Photos
description = Description
description-cut = This is the beginning. The API has the whole text.
features = Features
documentation = Documentation
software = Software
configurator = Configurator
configurator-required = (a choice is required)
configurator-option = Option
configurator-default = default
configurator-none = This product has none.
section-primary = primary
filter-values-caption = Values for the filters of sections
filter = Filter
filter-value = Value
filter-key = Key
technical = Technical
technical-vendor = Id of the vendor
technical-warehouse = Id of the warehouse <bdi>{ $name }</bdi>
technical-seo-title = Title for search engines
technical-seo-html = HTML for search engines

changes-of = Changes of <bdi>{ $name }</bdi>
changes-since = Since
changes-since-hint = Midnight in UTC. Everything since { $day } is known.
changes-show = Show
changes-expired = The changes since then are no longer known. A client has to read the section's products again and continue from there.
changes-by-day = Changes by day
changes-content = Products with new content
changes-commercial = Products with new prices or stock
changes-removed = Products removed
changes-total = Products in all
changes-cut = { $count ->
    [one] Only the first event is counted by day.
   *[other] Only the first { $count } events are counted by day.
}
changes-none = Nothing has changed.
changes-chart = Events by day: at most { $most } on one day. The table below has the numbers.
changes-chart-caption = Events by day, in UTC
changes-numbers = Numbers
changes-day = Day
changes-day-content = Content
changes-day-commercial = Prices or stock only
changes-day-removed = Removed
changes-poll = What a poll returns
changes-events = Events
changes-events-and-more = { $count }, and more pages
changes-events-caption = Events, the oldest first
changes-next-cursor = Next cursor
changes-checkpoint = Checkpoint
changes-what = What changed
changes-what-content = content
changes-what-commercial = prices or stock
changes-what-both = content, prices or stock
changes-what-removed = removed
changes-in-section = In this section
changes-when = When
changes-event = Event

request-title = The request for this page
request-url = URL
request-command = Command
request-show-json = Show the JSON
json-status = Status { $status }. This is what the interface responds to a token of yours.
json-too-long = It has more than 1 MiB, which is more than a page shows. Use the API:
