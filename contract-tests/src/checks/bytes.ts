import type { Answer } from '../exchange.ts';
import { type Breach, DOCUMENT } from './breach.ts';
import { repeatedMember } from './repeated-member.ts';

/** What the bytes of a body are. */
export interface Read {
  breaches: Breach[];
  /** The parsed body; absent where there is none. */
  json?: { body: unknown };
}

const MARK = [0xef, 0xbb, 0xbf];

/** Reads the bytes of a body as JSON. After the first thing that makes the rest unreadable nothing more is said. */
export function readBytes({ body }: Answer): Read {
  const expected = 'a JSON body';
  const breaches: Breach[] = [];
  if (MARK.every((byte, index) => body[index] === byte)) {
    breaches.push({
      code: 'byte-order-mark',
      expected: 'a body without one',
      got: 'a byte order mark',
      next: DOCUMENT,
    });
  }
  const text = decode(body);
  if (text === undefined) {
    const got = 'bytes that are not UTF-8';
    return { breaches: [...breaches, { code: 'encoding', expected: 'a body in UTF-8', got, next: DOCUMENT }] };
  }
  if (text.trim() === '') {
    return { breaches: [...breaches, { code: 'empty-body', expected, got: 'an empty body', next: DOCUMENT }] };
  }
  const json = parse(text);
  if (!json) {
    return { breaches: [...breaches, { code: 'not-json', expected, got: 'a body that is not JSON', next: DOCUMENT }] };
  }
  const pointer = repeatedMember(text);
  if (pointer !== undefined) {
    const got = `the member ${pointer} twice`;
    breaches.push({ code: 'repeated-member', pointer, expected: 'every member once', got, next: DOCUMENT });
  }
  return { breaches, json };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parse(text: string): { body: unknown } | undefined {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
