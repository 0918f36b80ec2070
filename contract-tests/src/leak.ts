import { maskSecrets } from '@vehicle-lookup/operations';

/**
 * Whether a text of the service holds a secret, as it is or encoded. The text is decoded rather than the secret encoded,
 * so that a secret inside a longer encoded text (`user:key` in base64) is found.
 * @param secrets those shorter than six characters are not looked for: they occur by chance
 */
export function leaks(text: string, secrets: readonly string[]): boolean {
  const lower = secrets.map((secret) => secret.toLowerCase());
  const holds = (view: string, values: readonly string[]) => maskSecrets(view, values) !== view;
  // In one text: to encode the secrets takes longer than to search.
  const all = views(text).join('\n');
  return holds(all, secrets) || holds(all.toLowerCase(), lower);
}

/** The text with its secrets masked by value; `***` where a secret would still be found in it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const masked = maskSecrets(text, secrets);
  return leaks(masked, secrets) ? '***' : masked;
}

function views(text: string): string[] {
  const percent = decodePercent(text);
  return [
    text,
    text.replaceAll('\0', ''), // UTF-16 read as bytes
    percent,
    decodePercent(percent),
    percent.replaceAll('+', ' '),
    text.replaceAll('\\/', '/'),
    text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    text.replace(/&#(x[0-9a-f]+|\d+);/gi, (_, code: string) => entity(code)),
    words(text, /[A-Za-z0-9+/_-]{8,}/g, 'base64'),
    words(text, /(?:[0-9a-f]{2}){6,}/gi, 'hex'),
  ];
}

const decodePercent = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());

function entity(code: string): string {
  const point = Number(/^x/i.test(code) ? `0${code}` : code);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}

/** All words that may be encoded texts, decoded, one a line. `Buffer` reads both alphabets of base64. */
const words = (text: string, pattern: RegExp, encoding: 'base64' | 'hex'): string =>
  (text.match(pattern) ?? []).map((word) => Buffer.from(word, encoding).toString()).join('\n');
