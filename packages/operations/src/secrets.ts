import { type Query, queryValues } from './query.ts';
import { operationTable } from './table.gen.ts';

const MASK = '***';
/** A shorter text is no secret, and to mask it would spoil words that hold it by chance. */
const SHORTEST = 6;

/**
 * Masks secrets in a text by their value, whatever encoding they were put in: as they are, percent-encoded, as form
 * data, inside a JSON string, in base64.
 * @param secrets values of six characters or more; shorter ones are left alone
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter((secret) => secret.length >= SHORTEST).flatMap(encodings);
  // The longest first: a form may be part of another.
  return forms.sort((a, b) => b.length - a.length).reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

function encodings(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  const base64 = btoa(String.fromCodePoint(...new TextEncoder().encode(secret))).replace(/=+$/, '');
  return [
    ...new Set([
      secret,
      percent,
      percent.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
      new URLSearchParams({ secret }).toString().slice('secret='.length),
      JSON.stringify(secret).slice(1, -1),
      base64,
      base64.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
  ];
}

/** The secrets that a query carries, decoded. */
export function secretsOf(query: Query): string[] {
  const values = queryValues(query);
  return operationTable.secrets.flatMap((name) => values.get(name) ?? []);
}
