"""What openapi-generator makes for Python, against a real server: a login, a page, a product, changes, an error."""

import os
import subprocess
from datetime import UTC, datetime, timedelta

import catalog_api

section = os.environ["CATALOG_SECTION"]
configuration = catalog_api.Configuration(host=os.environ["CATALOG_BASE_URL"])
with catalog_api.ApiClient(configuration) as client:
    request = catalog_api.TokenRequest(login=os.environ["CATALOG_LOGIN"], password=os.environ["CATALOG_PASSWORD"])
    configuration.access_token = catalog_api.AuthorizationApi(client).issue_token(request).data.token

    products, changes = catalog_api.ProductsApi(client), catalog_api.ChangesApi(client)
    page = products.list_section_products(section, available=True, page_size=5, include=["warehouses"]).data
    assert len(page.items) == 5 and page.meta.pagination.total > 5, page
    number = page.items[0].stock_number
    product = products.get_product(number, include=["description", "features"]).data
    assert product.stock_number == number and product.features, product

    cursor = page.meta.changes_cursor
    subprocess.run(["../change-demo", "150"], check=True)
    response = changes.list_product_changes_with_http_info(section, cursor=cursor, wait=30)
    feed = response.data.data
    assert feed.items and all(event.changed_at.tzinfo for event in feed.items), feed
    # Behind several servers, one that is not yet where the feed is waits, or says 503.
    numbers = sorted({event.stock_number for event in feed.items})[:50]
    least = int({name.lower(): value for name, value in response.headers.items()}["catalog-revision"])
    batch = products.list_products(numbers, min_revision=least).data
    assert len(batch.items) + len(batch.meta.missing) == len(numbers), batch
    # With microseconds and an offset without a colon: the generator writes both.
    since = datetime.now(UTC) - timedelta(hours=1)
    assert changes.list_product_changes(section, since=since, limit=500).data.items
    assert changes.summarize_product_changes(section, cursor=cursor).data.total >= len(feed.items)

    try:
        products.get_product("no/such+product")
    except catalog_api.ApiException as error:
        assert (error.status, error.data.error.name) == (404, "ProductNotFoundError"), error
    else:
        raise AssertionError("a product that does not exist")
print(f"openapi-generator for Python: {page.meta.pagination.total} available products, {len(feed.items)} changes")
