/** The pairs of a query, decoded, in the order of arrival. */
export interface ReadQuery {
  pairs: [name: string, value: string][];
  /** Something in it cannot be decoded; it stands in the pairs as it came. */
  malformed: boolean;
}

/** RFC 3986, section 3.4: what may stand in an address unencoded; browsers leave a few more ASCII characters alone. */
const BEYOND_ASCII = /[^\x21-\x7e]/;

/**
 * Reads the text after the question mark as form data, as URLSearchParams does, and tells what that hides: an escape
 * that is none (`%zz`), bytes that are not UTF-8 (`%ff`), characters beyond ASCII.
 */
export function readQuery(text: string): ReadQuery {
  let malformed = BEYOND_ASCII.test(text);
  const decoded = (part: string): string => {
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
      const at = part.indexOf('=');
      return at < 0 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))];
    });
  return { pairs, malformed };
}
