"""Keys and passwords as people store them, looked at before anything is sent (docs/contract.md#key-checksum)."""

import re
import zlib

_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_FORM = re.compile(f"(cat_[a-z0-9]{{12}}_[{_ALPHABET}]{{32}})([{_ALPHABET}]{{7}})")
#: What files and variables bring along: line ends, blanks, a byte order mark.
_AROUND = re.compile(r"^[\s\ufeff]+|[\s\ufeff]+$")


def trimmed(secret: str) -> str:
    return _AROUND.sub("", secret)


def checked_key(key: str) -> str:
    """The key without what is around it. The error says what is wrong with it, and never what it is."""
    found = _FORM.fullmatch(trimmed(key))
    if found is None:
        raise ValueError(
            "the argument 'key' is no key of the catalog: it has to be cat_, 12 characters, _ and 39 characters"
        ) from None
    crc = zlib.crc32(found[1].encode())
    if found[2] != "".join(_ALPHABET[crc >> 5 * place & 31] for place in range(6, -1, -1)):
        raise ValueError("the argument 'key' is mistyped: its checksum is wrong") from None
    return found[0]
