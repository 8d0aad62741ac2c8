"""What the document cannot say, told to the generator of requests."""

from datetime import datetime, timedelta, timezone

import schemathesis
from schemathesis import GenerationMode

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


@schemathesis.hook
def before_call(context, case, kwargs):
    """Changes are asked for with a cursor that the service gave or else since a moment that has been, never both."""
    is_right = case.meta is None or case.meta.generation.mode is GenerationMode.POSITIVE
    if is_right and "/product-changes" in case.path:
        moment = datetime.now(timezone.utc) - timedelta(hours=1)
        others = {name: value for name, value in (case.query or {}).items() if name not in ("cursor", "since")}
        case.query = {**others, "since": moment.isoformat()}
