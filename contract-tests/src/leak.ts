import { maskSecrets } from '@vehicle-lookup/operations';

/**
 * Whether a text of the service holds a secret, as it is or encoded. The text is decoded rather than the secret encoded,
 * so that a secret inside a longer encoded text (`user:key` in base64) is found.
 * @param secrets those shorter than six characters are not looked for: they occur by chance
 */
export function leaks(text: string, secrets: readonly string[]): boolean {
  const lower = secrets.map((secret) => secret.toLowerCase());
  const holds = (view: string, values: readonly string[]) => maskSecrets(view, values) !== view;
  return views(text).some((view) => holds(view, secrets) || holds(view.toLowerCase(), lower));
}

function views(text: string): string[] {
  const percent = decodePercent(text);
  return [
    text,
    percent,
    decodePercent(percent),
    percent.replaceAll('+', ' '),
    text.replaceAll('\\/', '/'),
    text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    text.replace(/&#(x[0-9a-f]+|\d+);/gi, (_, code: string) => entity(code)),
    ...words(text, /[A-Za-z0-9+/_-]{8,}/g, 'base64'),
    ...words(text, /(?:[0-9a-f]{2}){6,}/gi, 'hex'),
  ];
}

const decodePercent = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());

function entity(code: string): string {
  const point = Number(/^x/i.test(code) ? `0${code}` : code);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}

/** Every word that may be an encoded text, decoded. `Buffer` reads both alphabets of base64. */
const words = (text: string, pattern: RegExp, encoding: 'base64' | 'hex'): string[] =>
  (text.match(pattern) ?? []).map((word) => Buffer.from(word, encoding).toString());
