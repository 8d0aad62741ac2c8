"""Keeps a copy of a section in step in a JSON file. ``--once`` ends when the copy is up to date for the first time."""

import json
import os
import sys
from pathlib import Path

from catalog_client import CatalogClient, FollowOptions

section, file = sys.argv[1], Path(sys.argv[2])
copy = json.loads(file.read_text()) if file.exists() else {"cursor": None, "products": {}}
products = copy["products"]
# With the versions of its products the copy is verified, and repaired where it is wrong.
options = FollowOptions(versions=lambda: {number: product.get("version", 0) for number, product in products.items()})

with CatalogClient(os.environ["CATALOG_BASE_URL"], key=os.environ["CATALOG_KEY"]) as client:
    for step in client.follow(section, cursor=copy["cursor"], options=options):
        products.update((product.stock_number, product.to_dict()) for product in step.upserts)
        for number in step.removals:
            products.pop(number, None)
        if step.keep_only is not None:
            for number in products.keys() - step.keep_only:
                del products[number]
        copy["cursor"] = step.cursor
        # The products and their cursor change together: the next start goes on from either the old or the new file.
        file.with_suffix(".new").write_text(json.dumps(copy))
        file.with_suffix(".new").replace(file)
        print(f"{len(products)} products, {len(step.upserts)} new or changed")
        if step.cursor is not None and "--once" in sys.argv:
            break
