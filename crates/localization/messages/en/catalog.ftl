# Pages of the catalog.

catalog-title = Catalog
search-title = Search
changes-title = Changes
offers-changed = Prices and stock
offers-changed-hint = The latest change first. The price is the lower one of yours and a sale. A single value is the present one: the earlier one is the same or no longer kept.
offers-changed-none = No price and no stock has changed for you.
offers-changed-more = { $count ->
    [0] The latest changes are none of prices or stock. Choose a later day to see fewer changes.
    [one] Only the product that changed last is shown. Choose a later day to see fewer changes.
   *[other] Only the { $count } products that changed last are shown. Choose a later day to see fewer changes.
}
offers-changed-to = <span aria-hidden="true">→</span><span class="visually-hidden">, now</span>
price-lowest-usd = Lowest price, USD
json-title = JSON

breadcrumbs = Breadcrumbs
storefront = Storefront
product = Product
vendor = Vendor
sections = Sections
stock-number = Stock number
stock = Stock
in-stock = In stock
shipping = In transit
shipping-more = +{ $count } in transit
and-more = and { $count } more
page-next = Next page
products-none = No product matches.
vendor-unknown = unknown
products-none-advice = Fewer words or filters find more. <a href="/portal/catalog">All sections</a> are in the catalog.
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

tree-all = { $sections }, { $products }. Counts include all subsections.
tree-sections = { $count ->
    [one] { $count } section
   *[other] { $count } sections
}
tree-counts = { $products }, { $available } in stock
tree-sections-in = { $count ->
    [one] { $count } subsection
   *[other] { $count } subsections
}<span class="visually-hidden"> of <bdi>{ $name }</bdi></span>
tree-sections-below = { $count ->
    [one] { $count } subsection
   *[other] { $count } subsections
}<span class="visually-hidden"> of <bdi>{ $name }</bdi></span>
tree-one-more-level = Show one more level

section-counts = Section { $id }: { $products }, { $available } in stock, { $direct } directly in this section.
section-below = { $count ->
    [one] { $count } subsection
   *[other] { $count } subsections
}
section-filters = Filters
section-search = Search in this section
section-apply = Apply
section-remove-filters = Clear filters
section-other-filters = Not in this section
section-beyond = { $count ->
    [one] There is no such page: the list has { $count } product.
   *[other] There is no such page: the list has { $count } products.
}
section-first-page = Go to the first page
facet-count = { $count }<span class="visually-hidden"> { $count ->
    [one] product
   *[other] products
} with <bdi>{ $name }</bdi></span>
chips = Selected filters
chip-remove = Remove:
chip-text = “{ $text }”
chip-filter = { $name }: { $value }
field-products = Products
field-sale = Sale
field-order = Sort by
field-page-size = Products per page
choice-any = Any
choice-subtree = With all subsections
choice-direct = This section only
choice-available = In stock ({ $count })
choice-unavailable = Not in stock ({ $count })
choice-in-stock = In stock
choice-not-in-stock = Not in stock
choice-on-sale = On sale
choice-not-on-sale = Not on sale
choice-priced = With a price
choice-not-priced = Without a price
order-name = Name, A to Z
order-name-descending = Name, Z to A
order-stock-number = Stock number
order-last-changed = Recently changed
order-price = Lowest price first
order-price-descending = Highest price first
order-in-stock = Most in stock
order-relevance = Relevance

search-no-answer = The server does not answer, so nothing was searched for. Please try again.
search-text = Stock number or words
search-start = Search
search-chosen = selected
search-suggestion = { $total ->
    [one] { $total } product for “{ $text }”
   *[other] { $total } products for “{ $text }”
}

product-full-name = Full name
product-content-changed = Content changed
product-commercial-changed = Prices or stock changed
product-on-request = The price of this product is on request.
product-on-request-administrators = Amounts are shown to administrators only.
stock-by-warehouse = Stock by warehouse
warehouse = Warehouse
pieces = Quantity
photos = Photos
description = Description
description-cut = The description is shortened here. The API returns all of it.
features = Features
documentation = Documentation
software = Software
configurator = Configurator
configurator-required = (a choice is required)
configurator-option = Option
configurator-default = default
configurator-none = This product has no configurator.
section-primary = primary
filter-values-caption = Values for the filters of sections
filter = Filter
filter-value = Value
filter-key = Key
technical = Technical details
technical-vendor = Vendor ID
technical-warehouse = Warehouse ID, <bdi>{ $name }</bdi>
technical-seo-title = Title for search engines
technical-seo-html = HTML for search engines

changes-of = Changes in <bdi>{ $name }</bdi>
changes-since = Since
changes-since-hint = Midnight in UTC. Changes are available since { $day }.
changes-show = Show
changes-expired = Changes since that day are no longer available. Clients have to read the section's products again and continue from there.
changes-by-day = Changes by day
changes-content = Products with changed content
changes-commercial = Products with changed prices or stock
changes-removed = Products removed
changes-total = Products in total
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
changes-events-caption = Events, oldest first
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

request-title = API request for this page
request-url = URL
request-command = Command
request-show-json = Show the JSON
json-status = Status { $status }. This is what the API returns for your token.
json-too-long = The response has more than 1 MiB, which is more than a page shows. Use the API:
