/**
 * Replaces a secret in a text, as it is and as it stands in an address, a form, JSON, hexadecimal escapes or base64.
 * Secrets of fewer than six characters stay: they are none, and would blot out every text.
 */
export function redact(text: string, secret: string): string {
  if (secret.length < 6) return text;
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  const base64 = btoa(bytes).replace(/=+$/, '').replaceAll('+', '[+-]').replaceAll('/', '[/_]');
  return text.replace(new RegExp(`${[...secret].map(anyForm).join('')}|${base64}`, 'giu'), '***');
}

/** A pattern for a character: escaped, as JSON within JSON four times over, or not, as itself, `%20`, `+` or `\u0020`. */
function anyForm(character: string): string {
  const code = character.codePointAt(0)?.toString(16);
  const encoded = character < '\x80' ? `%${code}` : encodeURIComponent(character);
  return `\\\\{0,15}(?:${encoded.replaceAll('%', '%(?:25)*')}|u0*${code}|\\u{${code}}${character === ' ' ? '|\\+' : ''})`;
}

/** Replaces secrets everywhere in a JSON value; undefined if the result is no JSON any more. */
export function redactJson(value: unknown, clean: (text: string) => string): unknown {
  try {
    return JSON.parse(clean(JSON.stringify(value)));
  } catch {
    return undefined;
  }
}

/** Replaces secrets in headers: a `Location` or `Link` may repeat the address. */
export const redactHeaders = (headers: Headers, clean: (text: string) => string): Headers =>
  new Headers([...headers].map(([name, value]) => [name, clean(value)]));
