/** Keys and passwords as people store them, looked at before anything is sent (docs/contract.md#key-checksum). */

/** A key, which is sent in place of a token, or a login with its password. */
export type Credentials = { key: string } | { login: string; password: string };

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const FORM = /^(cat_[a-z0-9]{12}_[a-z2-7]{32})([a-z2-7]{7})$/;

/** Credentials without what is around them. The error says what is wrong with a key, and never what it is. */
export function checkedCredentials(credentials: Credentials): Credentials {
  // `trim` takes line ends, blanks and a byte order mark.
  if (!("key" in credentials)) return { ...credentials, password: credentials.password.trim() };
  const key = credentials.key.trim();
  const [, checked, checksum] = FORM.exec(key) ?? [];
  if (checked === undefined) {
    const form = "cat_, 12 characters, _ and 39 characters";
    throw new TypeError(`'credentials.key' is no key of the catalog: it has to be ${form}`);
  }
  const crc = crc32(checked);
  const letters = [6, 5, 4, 3, 2, 1, 0].map((place) => ALPHABET[Number((crc >> BigInt(5 * place)) & 31n)]);
  if (letters.join("") !== checksum) throw new TypeError("'credentials.key' is mistyped: its checksum is wrong");
  return { key };
}

/** The CRC-32 of a text in ASCII, as in zlib. */
function crc32(text: string): bigint {
  let crc = 0xffffffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return BigInt(~crc >>> 0);
}
