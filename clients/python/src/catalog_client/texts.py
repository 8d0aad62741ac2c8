"""Texts of others, made fit for a terminal or a log."""

#: Characters of a text that are shown, as many as fit into a message that a person reads.
LONGEST = 200


def printable(text: object, limit: int = LONGEST) -> str:
    """Escapes what a terminal obeys or does not show, such as line ends, colors and changes of direction, and cuts."""
    shown = str(text)
    safe = (each if each == " " or each.isprintable() else f"\\u{{{ord(each):x}}}" for each in shown[:limit])
    return "".join(safe) + ("…" if len(shown) > limit else "")
