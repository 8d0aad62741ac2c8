"""Digests of copies, which the service's digest is compared with: docs/contract.md#product-digest."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from blake3 import blake3

PARTS = 256


def part_of(stock_number: str) -> int:
    """The part of the digest that a product belongs to."""
    return blake3(stock_number.encode()).digest()[0]


def number_of(stock_number: str, version: int) -> int:
    """What a product adds to the digest."""
    return int.from_bytes(blake3(f"{stock_number}\0{version}".encode()).digest()[:16])


def differing_parts(copy: Mapping[str, int], digest: Mapping[str, Any]) -> list[int]:
    """The parts in which a copy, stock numbers with versions, is not as the service's digest says."""
    counts, sums = [0] * PARTS, [0] * PARTS
    for stock_number, version in copy.items():
        part = part_of(stock_number)
        counts[part] += 1
        sums[part] += number_of(stock_number, version)
    own = [{"count": count, "digest": f"{total % 2**128:032x}"} for count, total in zip(counts, sums, strict=True)]
    listed = [{"count": part["count"], "digest": part["digest"]} for part in digest["parts"]]
    return [part for part in range(PARTS) if listed[part : part + 1] != [own[part]]]


@dataclass(frozen=True)
class Doubts:
    """What may be wrong with a copy."""

    #: The versions of products that the copy does not have in that version.
    versions: dict[str, int]
    #: Products that the copy has, and the section does not.
    surplus: list[str]
    #: How many are wrong, unless they changed in this moment.
    count: int


def doubts_of(copy: Mapping[str, int], lists: Iterable[Mapping[str, Any]]) -> Doubts:
    """Compares a copy with lists of parts. What it has beyond a list may have come after it."""
    versions: dict[str, int] = {}
    revisions: dict[int, int] = {}
    listed: set[str] = set()
    ahead = 0
    for each in lists:
        revisions[each["part"]] = each["revision"]
        for item in each["items"]:
            listed.add(item["stockNumber"])
            own = copy.get(item["stockNumber"])
            if own != item["version"]:
                versions[item["stockNumber"]] = item["version"]
                ahead += own is not None and own > each["revision"]
    others = (number for number in copy if number not in listed)
    surplus = [number for number in others if copy[number] <= revisions.get(part_of(number), -1)]
    return Doubts(versions, surplus, len(versions) - ahead + len(surplus))
