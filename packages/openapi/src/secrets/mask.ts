/** Shorter texts are not masked: ordinary words contain them by chance. */
export const SHORTEST_SECRET = 6;

/**
 * Replaces secrets in a text by `***`: as they are, percent-encoded, as form data, escaped in JSON, in HTML or in a JSON
 * pointer, in base64 (also of a longer text) and in hexadecimal; also JSON within JSON and percent-encoding within percent-encoding; in upper and in
 * lower case. The time is linear in the length of the text, for any text.
 * @param secrets shorter ones than `SHORTEST_SECRET` are not masked
 */
export const maskSecrets = (text: string, secrets: readonly string[]): string => createMask(secrets)(text);

/** Returns `maskSecrets` for these secrets. For many texts: its pattern takes longer to make than to apply. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  if (long.length === 0) return (text) => text;
  const pattern = new RegExp(long.flatMap(patterns).join('|'), 'giu');
  return (text) => text.replace(pattern, '***');
}

/** Masks secrets in every text of a JSON value, names of fields included. */
export function maskSecretsInJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((element) => maskSecretsInJson(element, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [maskSecrets(name, secrets), maskSecretsInJson(member, secrets)]),
  );
}

/** Backslashes before a character. JSON within JSON doubles them; without the limit, a text of backslashes takes quadratic time. */
const BACKSLASHES = '(?:\\\\|%(?:25)*5c){0,32}';
/** Characters that replace another one: in form data, in base64url, and after `~` in a JSON pointer. */
const REPLACEMENTS: Record<string, string> = { ' ': '+', '+': '-', '/': '_1', '~': '0' };

/**
 * Patterns for a secret as text, in base64 and in hexadecimal. In base64 of a longer text, such as `user:key`, the first and the
 * last digit may also encode what is around the secret.
 */
function patterns(secret: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  // After 0, 1 or 2 other bytes of a group of three.
  const base64 = [0, 2, 3].map((cut) =>
    btoa('--'.slice(3 - cut) + bytes)
      .slice(cut)
      .replace(/.=+$/, ''),
  );
  return [escapable(secret), ...base64.map((digits) => `[\\w+/-]?${escapable(digits)}[\\w+/-]?`), hexOf(secret)];
}

/** A pattern for a text in which all characters except letters and digits may be escaped. */
const escapable = (text: string): string =>
  text.replace(/\\*([^\w\\])|\\+/gu, (_, character?: string) => BACKSLASHES + (character ? escaped(character) : ''));

/** A character as `%20`, `%2520`, `u0020`, `&#32;`, `&quot;`, `n` (new line) or itself. No two alternatives match the same text. */
function escaped(character: string): string {
  const code = hex(character.codePointAt(0) as number);
  const others = hexOf(`${JSON.stringify(character).at(-2)}${REPLACEMENTS[character] ?? ''}`, '\\x');
  return `(?:${hexOf(character, '%(?:25)*')}|[ux{]{1,2}0*${code}\\}?|&#?\\w{1,7};|~?[\\u{${code}}${others}])`;
}

const hexOf = (text: string, before = ''): string =>
  Array.from(new TextEncoder().encode(text), (byte) => before + hex(byte)).join('');
const hex = (code: number): string => code.toString(16).padStart(2, '0');

/**
 * Masks the values of credentials in a query within a text, by the names of the parameters. For texts whose secrets are not
 * known, such as the error of a parser that repeats an address. If they are known, use `maskSecrets`.
 * @param table the names of the parameters that hold credentials; an operation table has them
 */
export function maskCredentials({ credentials }: { readonly credentials: readonly string[] }, text: string): string {
  const names = credentials.map((name) => name.replace(/\W/g, '\\$&')).join('|');
  return text.replace(new RegExp(`\\b(${names})=[^&\\s"']*`, 'gi'), '$1=***');
}

/**
 * The secrets in a query: decoded, and for a query in text also as they are written there.
 * @param table the names of the parameters that hold secrets; an operation table has them
 * @param query the text after the question mark (a leading one is ignored), or its decoded pairs
 */
export function secretsOf(
  { secrets }: { readonly secrets: readonly string[] },
  query: string | Iterable<readonly [name: string, value: string]>,
): string[] {
  const pairs = [...(typeof query === 'string' ? new URLSearchParams(query) : query)];
  const decoded = secrets.flatMap((secret) => pairs.filter(([name]) => name === secret).map(([, value]) => value));
  return [...new Set([...decoded, ...(typeof query === 'string' ? written(query, secrets) : [])])];
}

/** Clients may percent-encode characters without need. */
function written(query: string, secrets: readonly string[]): string[] {
  const pairs = query.replace(/^\?/, '').split('&');
  return pairs.flatMap((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return secrets.includes(name ?? '') ? [pair.slice(pair.indexOf('=') + 1)] : [];
  });
}
