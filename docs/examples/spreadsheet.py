#!/usr/bin/env python3
"""Turns a CSV of products into records that `catalog import` reads. Later prices and stock need no script: they are a
table for `catalog import --offers`.

    spreadsheet.py products.csv --host shop.example > catalog.ndjson

Columns, in any order: number, name, group, price, stock. Groups may have levels, such as `Pumps / Circulation`. What the import needs and a spreadsheet has not is made up here: ids come from the texts, so
that the next run has the same ones; all products have one type; all stock is in one warehouse.
"""
import argparse
import csv
import hashlib
import json
import re
import sys
from urllib.parse import quote

WAREHOUSE, TYPE = "main", 1


def number_of(text):
    """A positive id of 48 bits that is always the same for a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") or 1


def rows(path, wanted):
    """The rows of a CSV with comma or semicolon, each with its line; a spreadsheet may have put a mark before it."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        first = file.readline()
        file.seek(0)
        reader = csv.DictReader(file, delimiter=";" if first.count(";") > first.count(",") else ",", strict=True)
        if missing := [column for column in wanted if column not in (reader.fieldnames or [])]:
            sys.exit(f"{path}:1: no column {', '.join(missing)}; the columns are {reader.fieldnames}")
        for row in reader:
            if any(row.get(column) is None for column in wanted):
                sys.exit(f"{path}:{reader.line_num}: fewer cells than columns")
            yield reader.line_num, {column: row[column].strip() for column in wanted}


def offer(path, line, row):
    """Price and stock of a row. No price is an empty cell; a decimal comma is a point."""
    price, stock = row["price"].replace(",", "."), row["stock"] or "0"
    if not re.fullmatch(r"(\d+(\.\d{1,4})?)?", price):
        sys.exit(f"{path}:{line}: the price is {row['price']!r}; digits and at most 4 decimals are taken")
    if not re.fullmatch(r"\d+", stock):
        sys.exit(f"{path}:{line}: the stock is {stock!r}; a whole number is taken")
    return {"retail": price or None, "stock": [{"warehouseId": WAREHOUSE, "quantity": int(stock)}]}


def catalog(path, host):
    """The records of a whole catalog: type, warehouse, sections as they appear, products."""
    yield {"type": "productType", "id": TYPE, "name": "Product", "groups": []}
    yield {"type": "warehouse", "id": WAREHOUSE, "name": "Main warehouse"}
    sections = set()
    for line, row in rows(path, ["number", "name", "group", "price", "stock"]):
        names, section = [name.strip() for name in row["group"].split("/")], None
        for level in range(1, len(names) + 1):
            parent, section = section, number_of("group " + "/".join(names[:level]))
            if section not in sections:
                sections.add(section)
                address = f"https://{host}/catalog/{quote('/'.join(names[:level]))}/"
                yield {"type": "section", "hierarchyId": section, "sourceId": section, "parentHierarchyId": parent,
                       "name": names[level - 1], "url": address, "isActive": True}
        yield {"type": "product", "sourceId": number_of("product " + row["number"]), "stockNumber": row["number"],
               "name": row["name"], "fullName": row["name"], "url": None, "isActive": True, "typeId": TYPE,
               "sections": [section], "offer": offer(path, line, row)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file")
    arguments.add_argument("--host", required=True, help="the host of the shop, as in the addresses of its sections")
    given = arguments.parse_args()
    for record in catalog(given.file, given.host):
        print(json.dumps(record, ensure_ascii=False))


if __name__ == "__main__":
    main()
