"""Prints the OpenAPI document for the generator: without 304 responses and ``If-None-Match``.

The package makes reads conditional itself, and its callers never see a 304. To the generator it is a response without
a type, which would make the result of every read ``Any``.
"""

import json
import sys
from pathlib import Path


def main() -> None:
    document = json.loads(Path(sys.argv[1]).read_text())
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("304", None)
            parameters = operation.get("parameters", [])
            operation["parameters"] = [each for each in parameters if each.get("name") != "If-None-Match"]
    print(json.dumps(document))


if __name__ == "__main__":
    main()
