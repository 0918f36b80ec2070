import { maskSecrets } from '@vehicle-lookup/operations';

/** A shorter secret occurs by chance. */
const SHORTEST = 6;
/** What is left of a secret without its separators occurs by chance, as in dates and times, unless it is longer. */
const SHORTEST_SQUEEZED = 12;

/**
 * Whether a text of the service holds a secret, as it is or encoded. What encodes character by character is decoded in the
 * text; for base64 and hexadecimal, the secret's own digits are looked for, wherever in a longer encoded text they begin
 * (`user:key` in base64) and however that is broken into lines or pairs.
 * @param secrets those shorter than six characters are not looked for: they occur by chance; the array is not changed later
 */
export function leaks(text: string, secrets: readonly string[]): boolean {
  const forms = formsOf(secrets);
  return [...new Set(views(text))].some((view) => {
    const squeezed = squeeze(view);
    const holds = (where: string, wanted: readonly string[]) => wanted.some((form) => where.includes(form));
    return (
      holds(view.toLowerCase(), forms.plain) ||
      holds(squeezed, forms.base64) ||
      holds(squeezed.toLowerCase(), forms.squeezed)
    );
  });
}

/** The text with its secrets masked by value; `***` where a secret would still be found in it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const masked = maskSecrets(text, secrets);
  return leaks(masked, secrets) ? '***' : masked;
}

interface Forms {
  /** In lower case. */
  plain: readonly string[];
  /** Without separators, in lower case. */
  squeezed: readonly string[];
  /** Without separators. */
  base64: readonly string[];
}

const known = new WeakMap<readonly string[], Forms>();

/** Computed once for the secrets of a run, which are looked for in every text. */
function formsOf(secrets: readonly string[]): Forms {
  const before = known.get(secrets);
  if (before) return before;
  const long = secrets.filter((secret) => secret.length >= SHORTEST);
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
  const distinct = (texts: readonly string[]) => [...new Set(texts)];
  const cases = long.flatMap((secret) => [secret, secret.toLowerCase(), secret.toUpperCase()]);
  const forms = {
    plain: distinct(lower(long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))),
    squeezed: distinct([
      ...lower(long.map(squeeze)).filter(({ length }) => length >= SHORTEST_SQUEEZED),
      ...cases.map((secret) => Buffer.from(secret).toString('hex')),
    ]),
    base64: distinct(cases.flatMap(base64Of)),
  };
  known.set(secrets, forms);
  return forms;
}

/** The digits of base64 that a text alone decides, for each of the three places of a group where it may begin. */
function base64Of(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const digits = (encoding: 'base64' | 'base64url') =>
      squeeze(bytes.toString(encoding).slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)));
    return [digits('base64'), digits('base64url')];
  });
}

/** Without what breaks a text into lines, pairs and groups, as it is and escaped in a string of JSON. */
const squeeze = (text: string): string => text.replace(/(?:[\s:-]|\\[nrt])+/g, '');

function* views(text: string): Generator<string> {
  yield text;
  yield text.replaceAll('\0', ''); // UTF-16 read as bytes
  const percent = decodePercent(text);
  yield percent;
  yield decodePercent(percent);
  yield percent.replaceAll('+', ' ');
  yield text.replaceAll('\\/', '/');
  yield text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  yield text.replace(/&#(x[0-9a-f]+|\d+);/gi, (_, code: string) => entity(code));
}

const decodePercent = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());

function entity(code: string): string {
  const point = Number(/^x/i.test(code) ? `0${code}` : code);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}
