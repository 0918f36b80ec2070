import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { FoundViolation } from '../check.ts';
import { parse } from '../read-body.ts';

type Fault = Pick<FoundViolation, 'title' | 'got' | 'next' | 'around' | 'reading' | 'isCompressed'>;

/** The point at which a text that is not JSON stops being JSON, and what its owner does about it. */
export function notJsonAt(text: string, response: ReceivedResponse): Fault {
  if (!/^\s*[[{]/.test(text)) return notAtFirst(text, response);
  const around = wordStart(text, faultAt(text));
  return { around, ...(around < text.length ? atFault(text, around) : brokenOff(text, response)) };
}

/** A text in front of the JSON, or a text instead of it. */
function notAtFirst(text: string, { status }: ReceivedResponse): Fault {
  const [, script] = /^\s*([\w$.]+)\s*\(/.exec(text) ?? [];
  if (script !== undefined) {
    return {
      title: 'The JSON is wrapped into a call for scripts',
      got: `a call for scripts (JSONP), ${script}(…), around the JSON`,
      next: 'Send the JSON alone, without the call around it. No parameter of the interface asks for one.',
      around: 0,
    };
  }
  const start = startOfJson(text);
  if (start !== undefined) {
    return {
      title: 'Text stands in front of the JSON',
      got: `text in front of the JSON, which begins at character ${start + 1} and is whole`,
      next: 'Send only the JSON: write warnings of the runtime to the log, not into the response.',
      around: 0,
    };
  }
  return {
    title: /^\s*</.test(text) ? 'A page came, not JSON' : 'A text came, not JSON',
    got: 'a body that does not begin as JSON',
    next: `Send ${status >= 400 ? `the ${status} as JSON` : 'JSON'} from the service itself, also where its framework, web server or gateway responds.`,
  };
}

/** A page with scripts has many brackets. */
const MOST_STARTS = 200;

/** Where JSON begins that lasts to the end of the text. */
function startOfJson(text: string): number | undefined {
  const starts = [...text.matchAll(/[[{]/g)].slice(0, MOST_STARTS).map(({ index }) => index);
  return starts.find((start) => isJson(text.slice(start)));
}

/** The characters below this one may stand in a string only as an escape: RFC 8259, section 7. */
const BLANK = 0x20;

/** How much of the text before a fault a reader needs to find it. */
const BEFORE = 24;

function atFault(text: string, at: number): Fault {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const place = `at character ${at + 1}, after ${at > BEFORE ? '…' : ''}${before.replaceAll(/\s+/g, ' ')}`;
  if (isJson(text.slice(0, at))) {
    return {
      title: 'Text stands behind the JSON',
      got: `text behind the JSON, which is whole and ends before character ${at + 1}`,
      next: 'End the response after the JSON: find out what is written behind it.',
    };
  }
  // Between values a parser passes over line breaks and tabs: where it stops at one, it is in a string.
  if (text.charCodeAt(at) < BLANK) {
    return {
      title: `A string holds ${controlName(text.charAt(at))}, not escaped`,
      got: `${controlName(text.charAt(at))} inside a string, ${place}`,
      reading:
        'The grammar of JSON excludes it: a control character in a string is written as an escape. Standard: RFC 8259, section 7.',
      next: 'Write the body with a JSON serializer, which escapes it; a body put together from texts does not.',
    };
  }
  if (/[\]}]/.test(text.charAt(at)) && before.trimEnd().endsWith(',')) {
    return {
      title: 'A comma stands behind the last element',
      got: `a comma before "${text.charAt(at)}", ${place}`,
      next: 'Leave the comma out, or write the body with a JSON serializer.',
    };
  }
  const [word = ''] = /^[\w.+-]{1,20}|^./su.exec(text.slice(at)) ?? [];
  return {
    title: `The body holds ${JSON.stringify(word)} where JSON cannot have it`,
    got: `a body that stops being JSON at ${JSON.stringify(word)}, ${place}`,
    next:
      NOTATIONS.find(([pattern]) => pattern.test(word))?.[1] ??
      'Write the whole body with a JSON serializer, and nothing before or behind it.',
  };
}

const NAMES: Readonly<Record<string, string>> = { '\n': 'line break', '\r': 'line break', '\t': 'tab' };

/** `a raw line break (U+000A)`. */
const controlName = (character: string): string =>
  `a raw ${NAMES[character] ?? 'control character'} (U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')})`;

/** What stands where JSON ends is often right in another notation. */
const NOTATIONS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/^[+-]?(NaN|nan|Infinity|inf)$/, 'JSON has no such number: send what the document allows where there is no value.'],
  [/^('|True|False|None)$/, 'Write the body with a JSON serializer (in Python json.dumps), not as text of an object.'],
];

/** A body that ends too early, with what its headers say of its length. */
function brokenOff(text: string, response: ReceivedResponse): Fault {
  const coding = headerOf(response, 'content-encoding') ?? 'identity';
  const length = headerOf(response, 'content-length');
  const isChunked = headerOf(response, 'transfer-encoding') === 'chunked';
  const counted =
    length !== undefined ? `Content-Length: ${length}` : isChunked ? 'ended as chunked' : 'no Content-Length';
  const title = 'The body is cut off';
  if (coding !== 'identity') {
    return {
      title,
      got: `a ${coding} body that breaks off: ${text.length} characters unpacked (${counted}), then its JSON is not whole`,
      next: 'Close the compressor before the response ends, and count Content-Length of what it wrote.',
      isCompressed: true,
    };
  }
  const bytes = response.body.length;
  const isWhole = isChunked || Number(length) === bytes;
  return {
    title,
    got: `a body that ends after ${text.length} characters (${bytes} bytes, ${counted}), before its JSON is whole`,
    next:
      isWhole && !isChunked && bytes > text.length
        ? `The body has ${bytes - text.length} bytes more than characters. If as many are missing at its end, Content-Length counts characters: count the encoded bytes.`
        : `${isWhole ? 'HTTP says that the cut body is whole: find' : 'Find'} out what cuts the body before it is sent, such as a limit of its length.`,
  };
}

/** The parser stops within a word where it expects `null`, and the text has `no`. */
function wordStart(text: string, at: number): number {
  let start = at;
  while (at < text.length && start > 0 && /\w\w/.test(text.slice(start - 1, start + 1))) start -= 1;
  return start;
}

/** Where a text ends to be JSON, by the message of the parser; the end where it breaks off. */
function faultAt(text: string): number {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    if (position !== undefined) return Number(position);
    const [, part = ''] = /"(.*)"(?:\.{3})? is not valid JSON$/s.exec(String(error)) ?? [];
    const start = part === '' ? -1 : text.indexOf(part);
    const [, token = ''] = /Unexpected token '(.)'/su.exec(String(error)) ?? [];
    // The message shows as much before the token as behind it, but at the start and the end of the text.
    const nearest = indexesOf(part, token).sort((a, b) => Math.abs(a - MIDDLE) - Math.abs(b - MIDDLE))[0];
    if (start >= 0) return start + (nearest ?? part.length / 2);
  }
  return text.length;
}

/** How much of a text the message of the parser shows before the token that it does not expect. */
const MIDDLE = 10;

const indexesOf = (text: string, part: string): number[] =>
  part === '' ? [] : text.split('').flatMap((_, index) => (text.startsWith(part, index) ? [index] : []));

const isJson = (text: string): boolean => parse(text) !== undefined;
