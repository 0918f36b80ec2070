/** Minimum length of a masked secret. Ordinary words contain shorter strings by chance. */
export const SHORTEST_SECRET = 6;

/**
 * Replaces secrets in a string with `***`, in upper and lower case. Supports plain secrets, percent-encoding, form data,
 * escapes of JSON, HTML and JSON Pointers, base64 (including base64 of a longer string), and hexadecimal. JSON and
 * percent-encoding may be nested. The time is always linear in the length of the string.
 * @param secrets secrets shorter than `SHORTEST_SECRET` are not masked
 */
export const maskSecrets = (text: string, secrets: readonly string[]): string => createMask(secrets)(text);

/** Returns `maskSecrets` for fixed secrets. Use it for many strings, because building the pattern takes longer than applying it. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  if (long.length === 0) return (text) => text;
  const pattern = new RegExp(long.flatMap(patterns).join('|'), 'giu');
  return (text) => text.replace(pattern, '***');
}

/** Masks secrets in every string of a JSON value, including field names. */
export function maskSecretsInJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((element) => maskSecretsInJson(element, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [maskSecrets(name, secrets), maskSecretsInJson(member, secrets)]),
  );
}

/** Pattern for the backslashes before a character, which nested JSON doubles. Without the limit, the time is quadratic. */
const BACKSLASHES = '(?:\\\\|%(?:25)*5c){0,32}';
/** Replacements of characters in form data, in base64url, and after `~` in a JSON Pointer. */
const REPLACEMENTS: Record<string, string> = { ' ': '+', '+': '-', '/': '_1', '~': '0' };

/**
 * Returns patterns for a secret as a string, in base64 and in hexadecimal. In base64 of a longer string, such as `user:key`,
 * the first and the last digit may also encode the characters around the secret.
 */
function patterns(secret: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  // For a secret after 0, 1 or 2 other bytes in a group of three.
  const base64 = [0, 2, 3].map((cut) =>
    btoa('--'.slice(3 - cut) + bytes)
      .slice(cut)
      .replace(/.=+$/, ''),
  );
  return [escapable(secret), ...base64.map((digits) => `[\\w+/-]?${escapable(digits)}[\\w+/-]?`), hexOf(secret)];
}

/** Returns a pattern for a string in which all characters except letters and digits may be escaped. */
const escapable = (text: string): string =>
  text.replace(/\\*([^\w\\])|\\+/gu, (_, character?: string) => BACKSLASHES + (character ? escaped(character) : ''));

/** Returns a pattern for a character: `%20`, `%2520`, `u0020`, `&#32;`, `&quot;`, `n` or itself. Alternatives never overlap. */
function escaped(character: string): string {
  const code = hex(character.codePointAt(0) as number);
  const others = hexOf(`${JSON.stringify(character).at(-2)}${REPLACEMENTS[character] ?? ''}`, '\\x');
  return `(?:${hexOf(character, '%(?:25)*')}|[ux{]{1,2}0*${code}\\}?|&#?\\w{1,7};|~?[\\u{${code}}${others}])`;
}

const hexOf = (text: string, before = ''): string =>
  Array.from(new TextEncoder().encode(text), (byte) => before + hex(byte)).join('');
const hex = (code: number): string => code.toString(16).padStart(2, '0');

/**
 * Masks credential values, found by parameter name, in a query within a string. Use it for strings with unknown secrets,
 * such as a parser error that repeats a URL. For known secrets, use `maskSecrets`.
 * @param table the names of the credential parameters, such as an operation table
 */
export function maskCredentials({ credentials }: { readonly credentials: readonly string[] }, text: string): string {
  const names = credentials.map((name) => name.replace(/\W/g, '\\$&')).join('|');
  return text.replace(new RegExp(`\\b(${names})=[^&\\s"']*`, 'gi'), '$1=***');
}

/**
 * Returns the secrets in a query: decoded and, if the query is a string, as written.
 * @param table the names of the secret parameters, such as an operation table
 * @param query the string after the question mark (a leading question mark is ignored), or its decoded pairs
 */
export function secretsOf(
  { secrets }: { readonly secrets: readonly string[] },
  query: string | Iterable<readonly [name: string, value: string]>,
): string[] {
  const pairs = [...(typeof query === 'string' ? new URLSearchParams(query) : query)];
  const decoded = secrets.flatMap((secret) => pairs.filter(([name]) => name === secret).map(([, value]) => value));
  return [...new Set([...decoded, ...(typeof query === 'string' ? written(query, secrets) : [])])];
}

/** Returns the secrets as written, because clients may percent-encode characters unnecessarily. */
function written(query: string, secrets: readonly string[]): string[] {
  const pairs = query.replace(/^\?/, '').split('&');
  return pairs.flatMap((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return secrets.includes(name ?? '') ? [pair.slice(pair.indexOf('=') + 1)] : [];
  });
}
