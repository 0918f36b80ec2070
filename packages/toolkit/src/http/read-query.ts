/** A query as it was sent. */
export interface ReadQuery {
  /** Names and values, decoded, in the order of arrival. */
  pairs: [name: string, value: string][];
  /** True if a part cannot be decoded; the pairs hold that part as it was sent. */
  malformed: boolean;
}

/** RFC 3986, section 3.4, lists what may be in an address unencoded. Browsers leave a few more ASCII characters as they are. */
const BEYOND_ASCII = /[^\x21-\x7e]/;

/**
 * Reads the text after the question mark as form data, like URLSearchParams, and reports what URLSearchParams hides:
 * invalid escapes (`%zz`), bytes that are not UTF-8 (`%ff`), and characters beyond ASCII.
 */
export function readQuery(text: string): ReadQuery {
  let malformed = BEYOND_ASCII.test(text);
  const decode = (part: string): string => {
    const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
    if (!spaced.includes('%')) return spaced;
    try {
      return decodeURIComponent(spaced);
    } catch {
      malformed = true;
      return spaced;
    }
  };
  const pairs = text
    .split('&')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const sign = part.indexOf('=');
      return sign < 0 ? [decode(part), ''] : [decode(part.slice(0, sign)), decode(part.slice(sign + 1))];
    });
  return { pairs, malformed };
}
