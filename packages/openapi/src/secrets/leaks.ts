import { createMask, SHORTEST_SECRET } from './mask.ts';

/** Shorter secrets are not searched without their separators: digits of dates and times equal them by chance. */
const SHORTEST_SQUEEZED = 12;
/** How often a text is decoded. */
const ROUNDS = 3;

/**
 * Whether a text contains a secret, as it is or encoded. Finds all that `maskSecrets` masks, and also what cannot be masked
 * exactly: base64 and hexadecimal digits in lines or pairs, escaped letters, UTF-16. A
 * text that still leaks after `maskSecrets` must not be shown.
 * @param secrets shorter ones than `SHORTEST_SECRET` are not searched; do not change the array later, the result of its
 * analysis is kept
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

/** What is searched. */
interface Traces {
  mask: (text: string) => string;
  /** In lower case. */
  plain: string[];
  /** Without separators, in lower case. */
  squeezed: string[];
  /** Without separators. */
  base64: string[];
}

/** Analysed once: the secrets of a run are searched in many texts. */
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

/** The base64 digits that depend on these bytes alone, after `offset` other bytes of their group of three. */
function base64Of(bytes: number[], offset: number): string[] {
  const all = btoa(String.fromCharCode(...Array<number>(offset).fill(0), ...bytes));
  const digits = all.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
  return [digits, squeeze(digits.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** The text without line breaks, spaces, colons and dashes; line breaks also as JSON escapes them. */
const squeeze = (text: string): string => text.replace(/(?:[\s:-]|\\[nrt])+/g, '');

/** The text as it is, without the zeros of UTF-16 that was read as bytes, and decoded once, twice and three times. */
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
