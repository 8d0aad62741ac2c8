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
    """Right requests are made right where the document cannot say what is right."""
    if case.meta is not None and case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    if "/product-changes" in case.path:
        # Changes are asked for with a cursor that the service gave, or else since a moment that has been, never both.
        # Only requests with a cursor can wait.
        moment = datetime.now(timezone.utc) - timedelta(hours=1)
        others = {name: value for name, value in (case.query or {}).items() if name not in ("cursor", "since", "wait")}
        case.query = {**others, "since": moment.isoformat()}
    if case.path == "/auth/registration":
        # The rules of domain names, such as the length of their parts, and what is invisible or looks like something else
        # do not fit into a pattern.
        texts = {name: visible(value) for name, value in case.body.items() if isinstance(value, str)}
        case.body = {**case.body, **texts, "email": "somebody@shop.example"}


def visible(text):
    return "a" + "".join(letter for letter in text[1:] if letter.isascii())
