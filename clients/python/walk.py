"""Logs in, walks the sections, lists a section's products page by page, and reads one product with everything."""

import os
from typing import TypeVar

from generated import AuthenticatedClient, Client
from generated.api.authorization import check_token, issue_token
from generated.api.products import get_product, list_products, list_section_products
from generated.api.sections import get_section, get_section_tree
from generated.models import (
    ErrorEnvelope,
    GetProductIncludeItem,
    GetSectionIncludeItem,
    GetSectionTreeIncludeItem,
    ListSectionProductsIncludeItem,
    ListSectionProductsSort,
    Product,
    TokenRequest,
)

Answer = TypeVar("Answer")


def success(answer: Answer | ErrorEnvelope | None) -> Answer:
    """The answer, or an exception with what the service said."""
    if answer is None or isinstance(answer, ErrorEnvelope):
        raise RuntimeError(f"unexpected: {answer}")
    return answer


def check(condition: bool, what: str) -> None:
    if not condition:
        raise RuntimeError(f"unexpected: {what}")


base_url = os.environ["CATALOG_BASE_URL"]
login = TokenRequest(login=os.environ["CATALOG_LOGIN"], password=os.environ["CATALOG_PASSWORD"])
token = success(issue_token.sync(client=Client(base_url=base_url, raise_on_unexpected_status=True), body=login)).data
check(token.token_type == "Bearer" and token.expires_in > 0, "the token")
client = AuthenticatedClient(base_url=base_url, token=token.token, raise_on_unexpected_status=True)

user = success(check_token.sync(client=client)).data.user
print(f"logged in as {user.email}, price level {user.price_level}")

tree = success(get_section_tree.sync(client=client, depth=2, include=[GetSectionTreeIncludeItem.VENDORS])).data
print(f"{tree.meta.total} sections on two levels of {tree.meta.host}")
root = next(section for section in tree.items if section.product_count > 0)

parts = [GetSectionIncludeItem(part) for part in ("children", "breadcrumbs", "vendors", "filters")]
section = success(get_section.sync(root.id, client=client, include=parts)).data
check(section.breadcrumbs[-1].id == section.id, "the breadcrumbs end at the section")
print(f"{section.name}: {len(section.children)} children, {len(section.vendors)} vendors, {len(section.filters)} filters")

products: list[Product] = []
page = 1
while True:
    answer = success(
        list_section_products.sync(
            root.id,
            client=client,
            page=page,
            page_size=500,
            sort=ListSectionProductsSort.STOCKNUMBER,
            include=[ListSectionProductsIncludeItem.MEDIA, ListSectionProductsIncludeItem.WAREHOUSES],
        )
    ).data
    products += answer.items
    if page >= answer.meta.pagination.page_count:
        break
    page += 1
check(len({product.stock_number for product in products}) == section.product_count, "every product once")
print(f"{len(products)} products")

names = "description media features seo filterValues sections warehouses documentation software".split()
everything = [GetProductIncludeItem(name) for name in names]
product = success(get_product.sync(products[0].stock_number, client=client, include=everything)).data
price = "on request" if product.pricing.retail.value is None else product.pricing.retail.value
print(f"{product.stock_number}: {product.name}, {price} {product.pricing.currency}, {len(product.features)} feature groups")

batch = success(list_products.sync(client=client, stock_numbers=[product.stock_number, "no such product"])).data
check(len(batch.items) == 1 and batch.meta.missing == ["no such product"], "the batch")

missing = get_product.sync("no/such+product", client=client)
check(isinstance(missing, ErrorEnvelope) and missing.error.name == "ProductNotFoundError", "an error has its shape")
