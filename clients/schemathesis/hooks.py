"""What the document cannot say, told to the generator of requests."""

import schemathesis

# Blank items of these lists are ignored, so a list with nothing but wrong blanks is not a wrong request.
LISTS = ("include", "vendor", "stockNumbers")


@schemathesis.hook
def filter_case(context, case):
    query = case.query or {}
    return not any(is_blank(item) for name in LISTS if name in query for item in items(query[name]))


def items(value):
    return value if isinstance(value, list) else [value]


def is_blank(item):
    return isinstance(item, str) and not item.replace(",", "").strip()
