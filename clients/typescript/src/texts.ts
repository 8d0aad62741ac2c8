/** Texts of others, made fit for a terminal or a log. */

/** Characters of a text that are shown, as many as fit into a message that a person reads. */
const LONGEST = 200;

/** Escapes what a terminal obeys or does not show, such as line ends, colors and changes of direction, and cuts. */
export function printable(text: unknown, limit = LONGEST): string {
  const characters = Array.from(String(text).slice(0, 2 * limit + 2));
  const safe = characters
    .slice(0, limit)
    .map((one) => (one === " " || !/[\p{C}\p{Z}]/u.test(one) ? one : `\\u{${one.codePointAt(0)?.toString(16)}}`));
  return safe.join("") + (characters.length > limit ? "…" : "");
}
