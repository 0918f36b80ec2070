const MASK = '***';
/** A shorter text is no secret, and to mask it would spoil words that hold it by chance. */
const SHORTEST = 6;

/**
 * Masks secrets in a text by their value, whatever encoding they were put in: as they are, percent-encoded, as form
 * data, inside a JSON string or a JSON pointer, in base64, in hexadecimal; and in capitals or small letters, as programs
 * tidy up addresses and names of members.
 * @param secrets values of six characters or more; shorter ones are left alone
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter((secret) => secret.length >= SHORTEST).flatMap(encodings);
  if (forms.length === 0) return text;
  // The longest first: a form may be part of another.
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return text.replace(new RegExp(longestFirst.map(literally).join('|'), 'giu'), MASK);
}

function encodings(secret: string): string[] {
  const bytes = [...new TextEncoder().encode(secret)];
  const base64 = btoa(String.fromCodePoint(...bytes)).replace(/=+$/, '');
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    json,
    json.replaceAll('/', '\\/'), // as PHP writes it
    secret.replaceAll('~', '~0').replaceAll('/', '~1'),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  ];
}

/** A regular expression for a text as it is. */
const literally = (text: string): string =>
  text.replace(/[^\p{L}\p{N}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** Masks secrets in every text of a JSON value, names of members included, however the text was escaped. */
export function maskSecretsInJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((element) => maskSecretsInJson(element, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [maskSecrets(name, secrets), maskSecretsInJson(member, secrets)]),
  );
}
