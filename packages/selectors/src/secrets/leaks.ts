import { maskSecrets, SHORTEST_SECRET } from './mask.ts';

/** What is left of a secret without its separators occurs by chance, as in dates and times, unless it is longer. */
const SHORTEST_SQUEEZED = 12;
/** Encodings within encodings that are undone. */
const ROUNDS = 3;

/**
 * Whether a text holds a secret, as it is or encoded. It finds what `maskSecrets` masks, and more, of which a part at most could
 * be masked: base64 wherever the secret stands in what was encoded (`user:key`), base64 and hexadecimal digits in lines or
 * pairs, letters that are escaped although they need not be, UTF-16. A text that leaks after it was masked must not be shown.
 * @param secrets values of six characters or more, since shorter ones occur by chance; the array is not changed later
 */
export function leaks(text: string, secrets: readonly string[]): boolean {
  const { plain, squeezed, base64 } = tracesOf(secrets);
  return views(text).some((view) => {
    const digits = squeeze(view);
    const holds = (where: string, wanted: string[]) => wanted.some((trace) => where.includes(trace));
    return (
      maskSecrets(view, secrets) !== view ||
      holds(view.toLowerCase(), plain) ||
      holds(digits, base64) ||
      holds(digits.toLowerCase(), squeezed)
    );
  });
}

/** What is looked for. */
interface Traces {
  /** In lower case. */
  plain: string[];
  /** Without separators, in lower case. */
  squeezed: string[];
  /** Without separators. */
  base64: string[];
}

/** Computed once for the secrets of a run, which are looked for in every text. */
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
    plain: long.map((secret) => secret.toLowerCase()),
    squeezed: [...whole, ...hex],
    base64: bytes.flatMap((all) => [0, 1, 2].flatMap((offset) => base64Of(all, offset))),
  };
  known.set(secrets, traces);
  return traces;
}

/** The digits of base64 that the bytes alone decide when `offset` bytes of a group stand before them. */
function base64Of(bytes: number[], offset: number): string[] {
  const all = btoa(String.fromCharCode(...Array<number>(offset).fill(0), ...bytes));
  const digits = all.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
  return [digits, squeeze(digits.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Without what breaks a text into lines, pairs and groups, as it is and escaped in JSON. */
const squeeze = (text: string): string => text.replace(/(?:[\s:-]|\\[nrt])+/g, '');

/** The text as it is and decoded, one to three times over; without the zeros of UTF-16 that was read as bytes. */
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
