import { at, keysOf } from '@vehicle-lookup/openapi';
import { headerOf, mediaTypeOf, type ReceivedResponse } from '../run/response.ts';
import { parse, readBody } from './read-body.ts';
import type { Violation } from './violation.ts';

const LONGEST = 120;

/**
 * Returns the status and a short part of a response for a finding: the invalid header, the value at a location in the body, or
 * a line from a page and its sender.
 */
export function receivedPart(
  response: ReceivedResponse,
  { pointer = '', header, around, evidence }: Pick<Violation, 'pointer' | 'header' | 'around' | 'evidence'>,
): string {
  const status = `status ${response.status}`;
  if (evidence !== undefined) return `${status}; ${evidence}`;
  if (header !== undefined) {
    const value = headerOf(response, header);
    // A media type other than JSON may be correct for the body, so the finding shows both.
    const isOfBody =
      header === 'content-type' &&
      mediaTypeOf(response)?.type !== 'application/json' &&
      response.unread === undefined &&
      response.body.length > 0;
    const line = value === undefined ? `no ${header}` : `${header}: ${value}`;
    if (value !== undefined || isOfBody)
      return `${status}; ${cut(line)}${isOfBody ? `; the body begins ${startOf(response.body)}` : ''}`;
  }
  if (response.unread === 'withheld')
    return `${status}; the body is not shown: it repeats the key in an encoding that cannot be masked`;
  if (around !== undefined) return `${status}; ${textAround(new TextDecoder().decode(response.body), around)}`;
  const { text, json } = readBody(response);
  if (json) return `${status}; ${bodyPart(json.body, pointer)}`;
  return text !== undefined && parse(text)
    ? `${status}; a body that is nested too deeply to be shown`
    : pageText(response);
}

/** Returns the value at a location or, if it is missing, the fields that are present. For the whole body, returns its start. */
function bodyPart(body: unknown, pointer: string): string {
  const value = at(body, pointer);
  const name = keysOf(pointer).at(-1);
  // Spaces between the values allow a terminal to wrap the line.
  if (value !== undefined) return cut(name === undefined ? wholeText(body) : `${name}: ${jsonText(value)}`);
  const parent: unknown = at(body, pointer.slice(0, pointer.lastIndexOf('/')));
  return cut(`only ${Object.keys(Object(parent)).join(', ')}`);
}

/** Returns the text of a body. For a success, returns its data, which is more informative than the envelope. */
function wholeText(body: unknown): string {
  const { success, data } = Object(body) as { success?: unknown; data?: unknown };
  return success === true && data !== undefined ? `data: ${jsonText(data)}` : jsonText(body);
}

/** Describes a response whose body is not JSON: the status, the sender according to its headers, and an informative line. */
function pageText(response: ReceivedResponse): string {
  const text = new TextDecoder().decode(response.body);
  const [, title] = /<title>([^<]*)<\/title>/i.exec(text) ?? [];
  const line = title ?? text.split('\n').find((candidate) => candidate.trim() !== '');
  const senders = ['server', 'via'].flatMap((name) => {
    const value = headerOf(response, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  const type = mediaTypeOf(response)?.type;
  const parts = [`status ${response.status}`, ...(type === undefined ? [] : [type]), ...senders];
  return cut([parts.join(', '), ...(line === undefined ? [] : [JSON.stringify(line.trim())])].join(': '));
}

const START = 60;

const startOf = (body: Uint8Array): string => {
  const text = new TextDecoder().decode(body).trim().replaceAll(/\s+/g, ' ');
  return text.length > START ? `${text.slice(0, START)}…` : text;
};

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Returns the part of a text around a position. */
function textAround(text: string, at: number): string {
  const start = Math.max(0, Math.min(at - LONGEST / 2, text.length - LONGEST));
  const blanks = (part: string): string => part.replaceAll(/\s+/g, ' ');
  const end = start + LONGEST;
  const part = `${blanks(text.slice(start, at))}${visible(text.charAt(at))}${blanks(text.slice(at + 1, end))}`;
  return `${start > 0 ? '…' : ''}${part}${start + LONGEST < text.length ? '…' : ''}`;
}

/** Makes a control character visible as an escape sequence. */
const visible = (character: string): string =>
  /\p{Cc}/u.test(character) ? JSON.stringify(character).slice(1, -1) : character;

const jsonText = (value: unknown): string => JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');

/** The maximum length of a value in a finding, in characters. */
const LONGEST_VALUE = 40;

/**
 * Returns a response value for a finding, truncated.
 * @param longest the maximum number of characters
 */
export function shownValue(value: unknown, longest: number = LONGEST_VALUE): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
