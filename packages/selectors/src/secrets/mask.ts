/** A shorter text is not treated as a secret: masking it would spoil words that contain it by chance. */
export const SHORTEST_SECRET = 6;

/**
 * Masks secrets in a text by their value, in whatever encoding they arrive: as they are, percent-encoded, as form data, escaped
 * in JSON, in HTML or in a JSON pointer, in base64, in hexadecimal; each also within another one, as often as programs do
 * that; and in capitals or small letters. Takes time that is linear in the text, whatever the text is.
 * @param secrets values of six characters or more; shorter ones are left alone
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const long = secrets.filter(({ length }) => length >= SHORTEST_SECRET);
  return long.length > 0 ? text.replace(new RegExp(long.flatMap(patterns).join('|'), 'giu'), '***') : text;
}

/** Masks secrets in every text of a JSON value, names of members included. */
export function maskSecretsInJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((element) => maskSecretsInJson(element, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [maskSecrets(name, secrets), maskSecretsInJson(member, secrets)]),
  );
}

/** As many as JSON within JSON makes of one; more would take time that is quadratic, in a text of backslashes. */
const BACKSLASHES = '(?:\\\\|%(?:25)*5c){0,32}';
/** Signs that stand for another one: in form data, in base64 for addresses, in a JSON pointer (behind `~`). */
const SIGNS: Record<string, string> = { ' ': '+', '+': '-', '/': '_1', '~': '0' };

/** Patterns for a secret as text, in base64 and in hexadecimal. The last digit of base64 may hold a part of what follows. */
function patterns(secret: string): string[] {
  const bytes = bytesOf(secret);
  const base64 = btoa(String.fromCharCode(...bytes)).slice(0, (bytes.length * 4) / 3);
  return [escapable(secret), `${escapable(base64)}[\\w+/-]?`, bytes.map(hex).join('')];
}

/** A pattern for a text in which all but letters and digits may be escaped, with however many backslashes. */
const escapable = (text: string): string =>
  text.replace(/\\*([^\w\\])|\\+/gu, (_, sign?: string) => BACKSLASHES + (sign ? escaped(sign) : ''));

/** A sign as `%20`, `%2520`, `u0020`, `&#32;`, `&quot;`, `n` (a new line) or itself. No two of these match the same text. */
function escaped(sign: string): string {
  const percent = bytesOf(sign).map((byte) => `%(?:25)*${hex(byte)}`);
  const same = [sign, JSON.stringify(sign).at(-2), SIGNS[sign]].map(literal);
  const code = hex(sign.codePointAt(0) as number);
  return `(?:${percent.join('')}|[ux{]{1,2}0*${code}\\}?|&#?\\w{1,7};|~?[${same.join('')}])`;
}

const literal = (text = ''): string => [...text].map((one) => `\\u{${one.codePointAt(0)?.toString(16)}}`).join('');
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
const hex = (code: number): string => code.toString(16).padStart(2, '0');
