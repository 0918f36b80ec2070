import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The encodings of a text, each with its variants. */
const ENCODINGS: Record<string, (text: string) => string[]> = {
  plain: (text) => [text],
  percent: (text) => {
    const every = [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const usual = encodeURIComponent(text);
    return [usual, usual.replace(/%../g, (hex) => hex.toLowerCase()), every, every.toUpperCase()];
  },
  base64: (text) => [0, 1, 2].flatMap((shift) => aligned(text, shift)),
  hex: (text) => [Buffer.from(text).toString('hex'), Buffer.from(text).toString('hex').toUpperCase()],
  escaped: (text) => [
    JSON.stringify(text).slice(1, -1),
    [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    Buffer.from(text, 'utf16le').toString('latin1'),
  ],
};

/** Base64 of a text after some other bytes: the part that does not depend on its neighbours, in both alphabets. */
function aligned(text: string, shift: number): string[] {
  const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
  const own = encoded.slice(shift === 0 ? 0 : shift + 1).replace(/.?=*$/, '');
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The named texts that contain a secret, and its encoding there: `log: hex`. */
export function findSecret(secret: string, places: Record<string, string | Buffer>): string[] {
  const forms = Object.entries(ENCODINGS).map(([name, encode]) => [name, encode(secret)] as const);
  return Object.entries(places).flatMap(([place, content]) => {
    const text = typeof content === 'string' ? Buffer.from(content).toString('latin1') : content.toString('latin1');
    return forms.flatMap(([name, all]) => (all.some((form) => text.includes(form)) ? [`${place}: ${name}`] : []));
  });
}

/** Every file of a directory, by its path. */
export function filesOf(directory: string): Record<string, Buffer> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path)]));
}
