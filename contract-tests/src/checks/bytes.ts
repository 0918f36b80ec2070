import { child } from '@vehicle-lookup/openapi';
import { headerOf, type ReceivedResponse } from '../run/response.ts';
import { notJson } from './not-json.ts';
import { shownValue } from './received.ts';
import { repeatedMember } from './repeated-field.ts';
import type { Violation } from './violation.ts';

const MARK = [0xef, 0xbb, 0xbf];

/** Reads the bytes of a body as JSON, absent where there is none. It ends at the first violation that makes the rest unreadable. */
export function readBytes(response: ReceivedResponse): { violations: Violation[]; json?: { body: unknown } } {
  const { body, unread } = response;
  const expected = 'a JSON body';
  if (unread === 'undecodable') {
    const coding = headerOf(response, 'content-encoding') ?? '';
    return {
      violations: [
        {
          code: 'content-encoding',
          header: 'content-encoding',
          // What stands in the header is text of the service.
          ...(ENCODINGS.test(coding) ? { coding } : {}),
          expected: `a body in the coding that Content-Encoding names (${coding})`,
          got: `Content-Encoding: ${coding}, and a body that cannot be decoded as ${coding}`,
          next: `Encode the body as ${coding}, or leave Content-Encoding out if it is sent as it is. The command below shows the bytes: text that can be read was never encoded.`,
        },
      ],
    };
  }
  const violations: Violation[] = [...unknownEncoding(response)];
  if (MARK.every((byte, index) => body[index] === byte)) {
    violations.push({
      code: 'byte-order-mark',
      expected: 'a body without one',
      got: 'a byte order mark',
      next: 'Write the body without the bytes EF BB BF at its start.',
    });
  }
  const text = decode(body);
  if (text === undefined) return { violations: [...violations, notUtf8(body)] };
  if (text.trim() === '') {
    return {
      violations: [
        ...violations,
        {
          code: 'empty-body',
          expected,
          got: 'an empty body',
          next: 'Send a JSON body with every response, errors included.',
        },
      ],
    };
  }
  const json = parse(text);
  if (!json) return { violations: [...violations, notJson(text, response)] };
  if (isDeep(json.body)) {
    const got = `a body of more than ${DEEPEST} levels`;
    const next = 'Nest less: many parsers reject such a body.';
    return { violations: [...violations, { code: 'not-json', expected, got, next }] };
  }
  const written = JSON.stringify(json.body);
  if (UNPAIRED.test(written)) {
    const half = halfIn(json.body);
    violations.push({
      code: 'unpaired-surrogate',
      title: `${half.pointer === undefined ? 'A name' : half.pointer.slice(half.pointer.lastIndexOf('/') + 1)} was cut inside a character`,
      ...half,
      expected: 'strings of whole characters',
      got: 'half of a surrogate pair',
      next: 'Find where this text is cut to a length; cut by code points, not by UTF-16 units.',
    });
  }
  violations.push(...encodedTwice(text));
  const repeated = repeatedMember(text);
  if (repeated) {
    const isEscaped = /^"[^"]*\\u/.test(text.slice(repeated.around));
    const got = `the field ${repeated.pointer} twice, the second time at character ${repeated.around + 1}`;
    violations.push({
      code: 'repeated-field',
      ...repeated,
      expected: 'every field once',
      got,
      next: `Write every field of an object once${isEscaped ? '; the second name is another one in the text alone: an escape such as \\u0054 is the letter T' : ''}.`,
    });
  }
  return { violations, json };
}

/** What `fetch` asks for. It does not decode others, so the label is wrong where the body can be read. */
const ENCODINGS = /^(identity|gzip|x-gzip|deflate|br|zstd)$/;

function unknownEncoding(response: ReceivedResponse): Violation[] {
  const names = (headerOf(response, 'content-encoding') ?? 'identity')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  if (names.every((name) => ENCODINGS.test(name))) return [];
  const got = 'an encoding that no client asked for, or that does not exist';
  const next = 'Send the body as Accept-Encoding asks for it, or without that header.';
  return [{ code: 'content-encoding', header: 'content-encoding', expected: 'gzip, deflate, br or none', got, next }];
}

/** Bytes as text; undefined where they are not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A parser may set a limit to the depth of nesting (RFC 8259, section 9); this is a usual one. */
const DEEPEST = 512;

/** Level by level: a recursion would exhaust the stack. */
function isDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** `JSON.stringify` writes an unpaired surrogate, and nothing else, as an escape in lower case. */
const UNPAIRED = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

const HALF = /\p{Surrogate}/u;

/** How much of a text is shown on either side of half a character. */
const AROUND_HALF = 30;

/** The first string with half of a character, and the text around it. Level by level, as the depth is looked at. */
function halfIn(body: unknown): Pick<Violation, 'pointer' | 'evidence'> {
  let level: [pointer: string, value: unknown][] = [['', body]];
  while (level.length > 0) {
    for (const [pointer, value] of level) {
      const index = typeof value === 'string' ? value.search(HALF) : -1;
      if (typeof value !== 'string' || index < 0) continue;
      const start = Math.max(0, index - AROUND_HALF);
      const end = index + AROUND_HALF;
      const part = JSON.stringify(value.slice(start, end));
      return { pointer, evidence: `${start > 0 ? '…' : ''}${part}${end < value.length ? '…' : ''}` };
    }
    level = level.flatMap(([pointer, value]) =>
      Object.entries(typeof value === 'object' ? (value ?? {}) : {}).map(([key, own]): [string, unknown] => [
        child(pointer, key),
        own,
      ]),
    );
  }
  // It is in the name of a field.
  return {};
}

function parse(text: string): { body: unknown } | undefined {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** How a gzip file begins: RFC 1952, section 2.3.1. */
const GZIP = [0x1f, 0x8b];

/** How much of a text is shown on either side of the first wrong byte. */
const AROUND_BYTE = 24;

/** Bytes that are not UTF-8, and what they are instead. */
function notUtf8(body: Uint8Array): Violation {
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
  const latin1 = new TextDecoder('windows-1252').decode(body.subarray(Math.max(0, at - AROUND_BYTE), at + AROUND_BYTE));
  return {
    ...common,
    got: `the byte ${hex(body.subarray(at, at + 1))}, at byte ${at + 1}, which is not UTF-8`,
    evidence: `read as Latin-1 it is ${shownValue(latin1, 2 * AROUND_BYTE + 20)}`,
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
function encodedTwice(text: string): Violation[] {
  const found = TWICE.exec(text);
  if (!found) return [];
  const [letters] = found;
  const once = decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
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
