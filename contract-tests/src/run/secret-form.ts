import { leaks } from '@vehicle-lookup/openapi/secrets';

/** How a text that repeats a secret writes it; undefined: as it is. */
export type SecretForm = 'percent-encoded' | 'HTML-escaped' | 'escaped' | 'in base64' | 'in hexadecimal' | 'encoded';

/**
 * The form in which a text that leaks one of the secrets writes it, so that its owner knows what to look for.
 * @param secrets as `leaks` takes them
 */
export function secretFormOf(text: string, secrets: readonly string[]): SecretForm | undefined {
  const found = secrets.filter((secret) => leaks(text, [secret]));
  const holds = (decoded: string) => found.some((secret) => decoded.toLowerCase().includes(secret.toLowerCase()));
  // In JSON a quote of the key is escaped in every case.
  if (holds(text) || holds(text.replaceAll(/\\(["\\/])/g, '$1'))) return undefined;
  return DECODERS.find(([, decode]) => decode(text).some(holds))?.[0] ?? 'encoded';
}

const DECODERS: readonly [SecretForm, (text: string) => string[]][] = [
  ['percent-encoded', (text) => [percentDecoded(text.replaceAll('+', ' ')), percentDecoded(text)]],
  ['HTML-escaped', (text) => [text.replaceAll(/&(?:#(x[\da-f]+|\d+)|(amp|lt|gt|quot|apos));/gi, htmlDecoded)]],
  ['escaped', (text) => [text.replaceAll(/\\u([\da-f]{4})/gi, unicodeDecoded).replaceAll(/\\(.)/g, '$1')]],
  [
    'in hexadecimal',
    (text) => (text.match(/[\da-f]{12,}/gi) ?? []).flatMap((run) => [0, 1].map((at) => fromHex(run.slice(at)))),
  ],
  ['in base64', (text) => (text.match(/[\w+/-]{8,}/g) ?? []).map((run) => Buffer.from(run, 'base64').toString())],
];

const percentDecoded = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => fromHex(run.replaceAll('%', '')));
const fromHex = (digits: string): string => Buffer.from(digits, 'hex').toString();
const unicodeDecoded = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

const NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function htmlDecoded(_: string, code: string | undefined, name: string | undefined): string {
  if (code === undefined) return NAMES[(name ?? '').toLowerCase()] ?? '';
  const point = Number(/^x/i.test(code) ? `0${code}` : code);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}
