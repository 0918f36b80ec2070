import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { FoundViolation } from '../check.ts';
import { shownValue } from '../received.ts';

type Fault = Pick<FoundViolation, 'title' | 'got' | 'next' | 'around' | 'isCompressed'>;

/** The point at which a text that is not JSON stops being JSON, and what its owner does about it. */
export function notJsonAt(text: string, response: ReceivedResponse): Fault {
  if (!/^\s*[[{]/.test(text)) {
    return {
      title: 'The body does not start as JSON',
      got: `a body that begins with ${shownValue(text.trim(), LONGEST_START)}`,
      next: 'Send only JSON, even if a framework, web server or gateway responds: no HTML page, no warnings before the JSON, no JSONP call.',
      // Of a page, its title and sender tell more than its beginning.
      ...(/<(!doctype|html)/i.test(text) ? {} : { around: 0 }),
    };
  }
  const around = wordStart(text, faultAt(text));
  if (around === text.length) return { around, ...brokenOff(text, response) };
  const [word = ''] = /^[\w.+-]{1,20}|^./su.exec(text.slice(around)) ?? [];
  const code = word.codePointAt(0) ?? 0;
  const before = text.slice(Math.max(0, around - BEFORE), around).replaceAll(/\s+/g, ' ');
  const after = `after ${around > BEFORE ? '…' : ''}${before}`;
  if (code < SPACE) {
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    return {
      around,
      title: `A string contains an unescaped control character (${name})`,
      got: `${name} at character ${around + 1}, ${after}`,
      next: 'Write the body with a JSON serializer: it escapes control characters in strings.',
    };
  }
  return {
    around,
    title: `The body has ${JSON.stringify(word)} where JSON does not allow it`,
    got: `a body that stops being JSON at ${JSON.stringify(word)}, at character ${around + 1}, ${after}`,
    next: /^[+-]?(nan|inf)/i.test(word)
      ? 'JSON has no such number: send the value that the document has where the number is not known.'
      : 'Write the whole body with a JSON serializer, and nothing after it.',
  };
}

const LONGEST_START = 30;

/** The first character that a JSON string may contain unescaped. */
const SPACE = 0x20;

/** How much of the text before a fault a reader needs to find it. */
const BEFORE = 24;

/** A body that ends too early, with its length and that of its headers. */
function brokenOff(text: string, response: ReceivedResponse): Fault {
  const coding = headerOf(response, 'content-encoding') ?? 'identity';
  const length = headerOf(response, 'content-length');
  const isChunked = headerOf(response, 'transfer-encoding') === 'chunked';
  const counted =
    length !== undefined ? `Content-Length: ${length}` : isChunked ? 'ended as chunked' : 'no Content-Length';
  const isCoded = coding !== 'identity';
  const size = isCoded ? `${coding}, ${counted}` : `${response.body.length} bytes, ${counted}`;
  return {
    title: 'The body is cut off',
    got: `a body that ends after ${text.length} characters (${size}), before its JSON is complete`,
    next: isCoded
      ? 'Close the compressor before the response ends, and count Content-Length after it.'
      : 'Find out where the body is cut before it is sent, such as a limit of its length, or a Content-Length that counts characters, not bytes.',
    ...(isCoded ? { isCompressed: true } : {}),
  };
}

/** The parser stops within a word where it expects `null`, and the text has `no`. */
function wordStart(text: string, at: number): number {
  let start = at;
  while (at < text.length && start > 0 && /\w\w/.test(text.slice(start - 1, start + 1))) start -= 1;
  return start;
}

/** Where a text ends to be JSON, according to the message of the parser; the end where it breaks off. */
function faultAt(text: string): number {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    if (position !== undefined) return Number(position);
    const [, part = ''] = /"(.*)"(?:\.{3})? is not valid JSON$/s.exec(String(error)) ?? [];
    const start = part === '' ? -1 : text.indexOf(part);
    const [, token = ''] = /Unexpected token '(.)'/su.exec(String(error)) ?? [];
    // The message shows as much before the token as after it, except at the start and the end of the text.
    const nearest = indexesOf(part, token).sort((a, b) => Math.abs(a - MIDDLE) - Math.abs(b - MIDDLE))[0];
    if (start >= 0) return start + (nearest ?? part.length / 2);
  }
  return text.length;
}

/** How much of a text the message of the parser shows before the token that it does not expect. */
const MIDDLE = 10;

const indexesOf = (text: string, part: string): number[] =>
  part === '' ? [] : text.split('').flatMap((_, index) => (text.startsWith(part, index) ? [index] : []));
