import { text } from './output/flatten.ts';

/** Tells the user something, on one line of standard error. */
export type Say = (message: string) => void;

/**
 * A message on one line, whatever a service has put into it: nothing in it steers a terminal or holds the key.
 * @param key may be empty as long as it is not known
 */
export function messageLine(message: string, key: string): string {
  const line = text(message);
  return key === '' ? line : line.replace(new RegExp(formsOf(key).map(escaped).join('|'), 'giu'), '***');
}

/** How a key may stand in a text: as it is, in an address, a form, JSON, a JSON pointer, base64 and hexadecimal. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const forms = [
    key,
    text(key),
    encodeURIComponent(key),
    new URLSearchParams([['', key]]).toString().slice(1),
    JSON.stringify(key).slice(1, -1),
    key.replaceAll('~', '~0').replaceAll('/', '~1'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return forms.filter((form) => form !== '').sort((one, other) => other.length - one.length);
}

const escaped = (form: string): string =>
  form.replace(/[^\p{L}\p{N}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
