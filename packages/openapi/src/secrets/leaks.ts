import { createMask, SHORTEST_SECRET } from './mask.ts';

/** Minimum length for a search without separators. Digits of dates and times match shorter secrets by chance. */
const SHORTEST_SQUEEZED = 12;
/** Maximum number of times that a string is decoded. */
const ROUNDS = 3;

/**
 * Returns whether a string contains a secret, plain or encoded. Finds every secret that `maskSecrets` masks, and secrets that
 * cannot be masked exactly: base64 and hexadecimal digits in lines or pairs, escaped letters, UTF-16. Do not show a string that
 * still contains a secret after `maskSecrets`.
 * @param secrets secrets shorter than `SHORTEST_SECRET` are not searched; do not change the array later, because its analysis
 * is cached
 */
export function leaks(text: string, secrets: readonly string[]): boolean {
  const { mask, plain, squeezed, base64 } = tracesOf(secrets);
  return views(text).some((view) => {
    const digits = squeeze(view);
    const holds = (where: string, wanted: string[]) => wanted.some((trace) => where.includes(trace));
    return (
      mask(view) !== view ||
      holds(view.toLowerCase(), plain) ||
      holds(digits, base64) ||
      holds(digits.toLowerCase(), squeezed)
    );
  });
}

/** The strings to search for. */
interface Traces {
  mask: (text: string) => string;
  /** Secrets in lower case. */
  plain: string[];
  /** Secrets and their hexadecimal digits without separators, in lower case. */
  squeezed: string[];
  /** Base64 digits without separators. */
  base64: string[];
}

/** Cached search strings, because a run searches many strings for the same secrets. */
const known = new WeakMap<readonly string[], Traces>();

function tracesOf(secrets: readonly string[]): Traces {
  const before = known.get(secrets);
  if (before) return before;
  const long = secrets.filter(({ length }) => length >= SHORTEST_SECRET);
  const cases = [...new Set(long.flatMap((secret) => [secret, secret.toLowerCase(), secret.toUpperCase()]))];
  const bytes = cases.map((secret) => [...new TextEncoder().encode(secret)]);
  const hex = bytes.map((all) => all.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  const whole = long.map((secret) => squeeze(secret).toLowerCase()).filter(({ length }) => length >= SHORTEST_SQUEEZED);
  const traces = {
    mask: createMask(secrets),
    plain: long.map((secret) => secret.toLowerCase()),
    squeezed: [...whole, ...hex],
    base64: bytes.flatMap((all) => [0, 1, 2].flatMap((offset) => base64Of(all, offset))),
  };
  known.set(secrets, traces);
  return traces;
}

/** Returns the base64 digits that depend only on these bytes, if `offset` other bytes precede them in a group of three. */
function base64Of(bytes: number[], offset: number): string[] {
  const all = btoa(String.fromCharCode(...Array<number>(offset).fill(0), ...bytes));
  const digits = all.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
  return [digits, squeeze(digits.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Returns the string without spaces, colons, dashes and line breaks, including line breaks that are escaped in JSON. */
const squeeze = (text: string): string => text.replace(/(?:[\s:-]|\\[nrt])+/g, '');

/** Returns the variants of a string to search: unchanged, without the zero bytes of UTF-16, and decoded up to three times. */
function views(text: string): string[] {
  const all = [text];
  if (text.includes('\0')) all.push(text.replaceAll('\0', ''));
  for (let round = 0, last = text; round < ROUNDS; round++) {
    const decoded = decode(last);
    if (decoded === last) break;
    all.push(decoded);
    last = decoded;
  }
  return all;
}

const NAMES: Record<string, string> = { '~0': '~', '~1': '/', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENCODED =
  /(?:%[0-9a-f]{2})+|\\u([0-9a-f]{4})|&#(x[0-9a-f]{1,6}|\d{1,7});|&(amp|lt|gt|quot|apos);|(~[01])|\\(["\\/])/gi;

const decode = (text: string): string =>
  text.replace(
    ENCODED,
    (run: string, unit?: string, code?: string, name?: string, pointer?: string, escaped?: string) => {
      if (unit) return String.fromCharCode(Number.parseInt(unit, 16));
      if (code) return codePoint(Number(/^x/i.test(code) ? `0${code}` : code));
      if (name || pointer) return NAMES[(name ?? run).toLowerCase()] ?? run;
      return escaped ?? decodePercent(run);
    },
  );

const codePoint = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '');

const decodePercent = (run: string): string =>
  new TextDecoder().decode(Uint8Array.from(run.split('%').slice(1), (byte) => Number.parseInt(byte, 16)));
