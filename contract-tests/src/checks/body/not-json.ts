import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { FoundViolation } from '../check.ts';
import { shownValue } from '../received.ts';

type Fault = Pick<FoundViolation, 'title' | 'got' | 'next' | 'around' | 'isCompressed'>;

/** Returns the finding texts for invalid JSON, including the position of the syntax error. */
export function notJsonAt(text: string, response: ReceivedResponse): Fault {
  if (!/^\s*[[{]/.test(text)) {
    return {
      title: 'The body does not start as JSON',
      got: `a body that begins with ${shownValue(text.trim(), LONGEST_START)}`,
      next: 'Send only JSON, even if a framework, web server or gateway responds: no HTML page, no warnings before the JSON, no JSONP call.',
      // The title and the sender of an HTML page are more helpful than its beginning.
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
      next: 'Write the body with a JSON serializer, which escapes control characters in strings.',
    };
  }
  return {
    around,
    title: `The body has ${JSON.stringify(word)} where JSON does not allow it`,
    got: `a body that stops being JSON at ${JSON.stringify(word)}, at character ${around + 1}, ${after}`,
    next: /^[+-]?(nan|inf)/i.test(word)
      ? 'JSON has no such number: send the documented value for an unknown number.'
      : 'Write the whole body with a JSON serializer, and nothing after it.',
  };
}

const LONGEST_START = 30;

/** The first character that a JSON string may contain unescaped. */
const SPACE = 0x20;

/** The number of characters shown before a syntax error. */
const BEFORE = 24;

/** Returns the texts for a truncated body, including its length and the length stated in its headers. */
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
      ? 'Close the compressor before the response ends, and calculate Content-Length after compression.'
      : 'Find out where the body is truncated, for example by a size limit, or by a Content-Length that counts characters, not bytes.',
    ...(isCoded ? { isCompressed: true } : {}),
  };
}

/** Returns the start of the word at a position. The parser stops within a word if it expects `null` and the text has `no`. */
function wordStart(text: string, at: number): number {
  let start = at;
  while (at < text.length && start > 0 && /\w\w/.test(text.slice(start - 1, start + 1))) start -= 1;
  return start;
}

/** Returns the position of the syntax error according to the parser's message, or the end of a truncated text. */
function faultAt(text: string): number {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    if (position !== undefined) return Number(position);
    const [, part = ''] = /"(.*)"(?:\.{3})? is not valid JSON$/s.exec(String(error)) ?? [];
    const start = part === '' ? -1 : text.indexOf(part);
    const [, token = ''] = /Unexpected token '(.)'/su.exec(String(error)) ?? [];
    // The message shows the same number of characters before and after the token, except at the start and the end of the text.
    const nearest = indexesOf(part, token).sort((a, b) => Math.abs(a - MIDDLE) - Math.abs(b - MIDDLE))[0];
    if (start >= 0) return start + (nearest ?? part.length / 2);
  }
  return text.length;
}

/** The number of characters that the parser's message shows before an unexpected token. */
const MIDDLE = 10;

const indexesOf = (text: string, part: string): number[] =>
  part === '' ? [] : text.split('').flatMap((_, index) => (text.startsWith(part, index) ? [index] : []));
