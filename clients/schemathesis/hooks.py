"""What the document cannot say, told to the generator of requests."""

import os
from datetime import datetime, timedelta, timezone
from urllib.parse import urlencode

import schemathesis
from schemathesis import GenerationMode

# Blank and repeated items of these lists are ignored, so a list with nothing but wrong blanks is not a wrong request,
# and neither is one that is too long only because it repeats its items.
LISTS = ("include", "vendor", "stockNumbers")
LONGEST_LIST = 500

# Longer ones are refused before they are taken for requests of an interface.
LONGEST_QUERY = 60_000

# The accounts whose tokens are used must stay as they are, so another one is changed.
OWN_ACCOUNTS = os.environ["CATALOG_OWN_ACCOUNTS"].split()
ABSENT_ACCOUNT = "999999999"
OTHER_ACCOUNT = os.environ["CATALOG_OTHER_ACCOUNT"]


@schemathesis.hook
def filter_case(context, case):
    if len(urlencode(case.query or {}, doseq=True)) > LONGEST_QUERY:
        return False
    if any(has_controls(value) for value in (case.query, case.path_parameters, case.body)):
        return False
    lists = {name: items(value) for name, value in (case.query or {}).items() if name in (*LISTS, "filter")}
    return not any(has_repeats(texts) or (name in LISTS and has_blanks(texts)) for name, texts in lists.items())


def has_controls(value):
    """Control characters beyond ASCII are refused, which no pattern can say that is compared byte by byte."""
    if isinstance(value, dict):
        return any(map(has_controls, (*value, *value.values())))
    if isinstance(value, list):
        return any(map(has_controls, value))
    return isinstance(value, str) and any("\x80" <= letter <= "\x9f" for letter in value)


def items(value):
    return value if isinstance(value, list) else [value]


def has_blanks(texts):
    return any(isinstance(text, str) and not text.replace(",", "").strip() for text in texts)


def has_repeats(texts):
    texts = ",".join(map(str, texts)).split(",")
    return len(texts) > LONGEST_LIST >= len({text.strip() for text in texts})


@schemathesis.hook
def before_call(context, case, kwargs):
    """Right requests are made right where the document cannot say what is right."""
    is_right = case.meta is None or case.meta.generation.mode is GenerationMode.POSITIVE
    if "/auth/admin/users/{" in case.path and (is_right or case.path_parameters.get("id") in OWN_ACCOUNTS):
        # An account that was erased cannot be changed any more, so none is.
        is_erasure = case.method == "DELETE" and case.path.endswith("/{id}")
        case.path_parameters = {**case.path_parameters, "id": ABSENT_ACCOUNT if is_erasure else OTHER_ACCOUNT}
    # What is waited for comes at once.
    waiting = {name: 1 for name, value in (case.query or {}).items() if can_wait(name, str(value))}
    if waiting:
        case.query = {**case.query, **waiting}
    if not is_right:
        return
    # Words need a letter or a digit, only they can be ranked, and what is behind a number has none of its controls.
    query = dict(case.query or {})
    right = {"q": "a", "after": "A"}
    if "q" not in query and query.get("sort") == "relevance":
        right["sort"] = "name"
    if query:
        case.query = query | {name: value for name, value in right.items() if name in query}
    if case.path == "/auth/oauth/token":
        client = {"client_id": "k3n5qa7wz2xd", "client_secret": "wrong"}
        case.body = {"grant_type": "client_credentials", **client}
    if case.path == "/api/v2/imports" and isinstance(case.body, dict):
        case.body = {"parts": True}
        if "name" in query:
            case.query = {**case.query, "name": visible(query["name"])}
        if query.get("kind") == "resources":
            case.query = {name: value for name, value in query.items() if name in ("kind", "dryRun", "expectedRevision")}
    if case.path == "/api/v2/imports/{id}/parts/{n}":
        case.body = case.body or b"{}"
    if case.path == "/auth/keys" and isinstance(case.body, dict):
        # JSON Schema takes 7.0 for an integer.
        numbers = {name: int(value) for name, value in case.body.items() if isinstance(value, float)}
        case.body = {**case.body, **numbers, "name": visible(case.body["name"])}
    # A text cannot say that it has to be the digest of the body, or a name in the form of a header.
    unsaid = ("Content-Digest", "Content-Disposition")
    if case.headers:
        case.headers = {name: value for name, value in case.headers.items() if name not in unsaid}
    if "Idempotency-Key" in (case.headers or {}):
        # Blanks around it do not count.
        case.headers = {**case.headers, "Idempotency-Key": visible(case.headers["Idempotency-Key"])}
    if "/product-changes" in case.path:
        # Changes are asked for with a cursor that the service gave, or else since a moment that has been, never both.
        # Only requests with a cursor can wait.
        moment = datetime.now(timezone.utc) - timedelta(hours=1)
        others = {name: value for name, value in (case.query or {}).items() if name not in ("cursor", "since", "wait")}
        case.query = {**others, "since": moment.isoformat()}
    # The rules of domain names, such as the length of their parts, and what is invisible or looks like something else
    # do not fit into a pattern.
    if case.method == "PATCH" and isinstance(case.body, dict) and "priceLevel" in case.body:
        case.body = {**case.body, "priceLevel": visible(case.body["priceLevel"])}
    if case.path == "/auth/registration":
        texts = {name: visible(value) for name, value in case.body.items() if isinstance(value, str)}
        case.body = {**case.body, **texts, "email": "somebody@shop.example"}


def can_wait(name, value):
    """Whether a right value of a parameter makes a response wait."""
    longest = {"minRevision": 2**63 - 1, "wait": 30}.get(name, 0)
    return value.isascii() and value.isdecimal() and 1 <= int(value) <= longest


def visible(text):
    return "a" + "".join(letter for letter in text[1:] if letter.isascii() and letter.isprintable())


@schemathesis.check
def v1_refuses_without_a_token(context, response, case):
    """v1 refuses with 200, so the general checks do not see it."""
    is_v1 = case.path.startswith(("/api/v1/", "/auth/check", "/auth/token/"))
    if is_v1 and "Authorization" not in response.request.headers:
        assert response.json()["status"] is False, "served without a token"
