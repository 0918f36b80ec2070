import { shownValue } from './received.ts';
import type { Violation } from './violation.ts';

/** How a gzip file begins: RFC 1952, section 2.3.1. */
const GZIP = [0x1f, 0x8b];

/** How much of a text is shown on either side of the first wrong byte. */
const AROUND = 24;

/** Bytes that are not UTF-8, and what they are instead. */
export function notUtf8(body: Uint8Array): Violation {
  const common = { code: 'not-utf-8', expected: 'a body in UTF-8' } as const;
  if (GZIP.every((byte, index) => body[index] === byte)) {
    return {
      ...common,
      title: 'The body is gzip, and no header says so',
      got: 'the bytes of gzip (1F 8B …), without Content-Encoding',
      evidence: `the body begins with the bytes ${hex(body.subarray(0, 8))}`,
      next: 'Send Content-Encoding: gzip with it where the request accepts gzip; otherwise send it unpacked.',
    };
  }
  const at = firstWrong(body);
  const latin1 = new TextDecoder('windows-1252').decode(body.subarray(Math.max(0, at - AROUND), at + AROUND));
  return {
    ...common,
    got: `the byte ${hex(body.subarray(at, at + 1))}, at byte ${at + 1}, which is not UTF-8`,
    evidence: `read as Latin-1 it is ${shownValue(latin1, 2 * AROUND + 20)}`,
    next: 'Encode the body in UTF-8. If the text above reads right, the service writes Latin-1 or Windows-1252: look at how strings become bytes, and at the encoding of the database connection.',
  };
}

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');

/** The index of the first byte that belongs to no character. */
function firstWrong(body: Uint8Array): number {
  const text = new TextDecoder().decode(body);
  const index = text.indexOf('\ufffd');
  return index < 0 ? 0 : new TextEncoder().encode(text.slice(0, index)).length;
}

/** The bytes of a character in UTF-8, read as Latin-1: the second one becomes a control character. */
const TWICE = /(?:[\u00c2-\u00f4][\u0080-\u00bf]+)*[\u00c2-\u00f4][\u0080-\u009f][\u0080-\u00ff]*/;

/** A text of a body that was encoded in UTF-8 twice. */
export function encodedTwice(text: string): Violation[] {
  const found = TWICE.exec(text);
  if (!found) return [];
  const [letters] = found;
  const once = decodedOnce(letters);
  return [
    {
      code: 'encoded-twice',
      around: found.index,
      expected: `text that is encoded once${once === undefined ? '' : `: ${shownValue(once)}`}`,
      got: `${shownValue(letters)}: the bytes of UTF-8, each as a character`,
      next: 'Read the stored text as UTF-8, not as Latin-1, before it is encoded: look at the encoding of the database connection.',
    },
  ];
}

function decodedOnce(letters: string): string | undefined {
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
