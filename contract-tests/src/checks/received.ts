import { at } from '@vehicle-lookup/document';
import { headerOf, mediaTypeOf, type ReceivedReply } from '../run/reply.ts';
import type { Breach } from './breach.ts';

const LONGEST = 120;

/**
 * A short part of what was received, for a finding: the wrong header, the value at a place of the body, or the line of a page
 * and who sent it.
 */
export function receivedPart(
  reply: ReceivedReply,
  json: { body: unknown } | undefined,
  { pointer = '', header, around }: Pick<Breach, 'pointer' | 'header' | 'around'>,
): string | undefined {
  if (around !== undefined) return textAround(new TextDecoder().decode(reply.body), around);
  const value = header === undefined ? undefined : headerOf(reply, header);
  return value === undefined ? bodyPart(reply, json, pointer) : cut(`${header}: ${value}`);
}

function bodyPart(reply: ReceivedReply, json: { body: unknown } | undefined, pointer: string): string | undefined {
  const parsed = json ?? parse(reply.body);
  if (!parsed) return pageText(reply);
  const value = at(parsed.body, pointer);
  // With blanks, so that a reader's terminal can break it.
  if (value !== undefined) return cut(jsonText(value));
  const parent: unknown = at(parsed.body, pointer.slice(0, pointer.lastIndexOf('/')));
  return typeof parent === 'object' && parent !== null ? cut(`only ${Object.keys(parent).join(', ')}`) : undefined;
}

/** A body that is not JSON: its status, the program that says it sent it, and a telling line. */
function pageText(reply: ReceivedReply): string | undefined {
  const text = new TextDecoder().decode(reply.body);
  const [, title] = /<title>([^<]*)<\/title>/i.exec(text) ?? [];
  const line = title ?? text.split('\n').find((candidate) => candidate.trim() !== '');
  const senders = ['server', 'via'].flatMap((name) => {
    const value = headerOf(reply, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  const type = mediaTypeOf(reply)?.type;
  const parts = [`status ${reply.status}`, ...(type === undefined ? [] : [type]), ...senders];
  return cut([parts.join(', '), ...(line === undefined ? [] : [JSON.stringify(line.trim())])].join(': '));
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** A part of a text with what stands before and behind the place that matters. */
function textAround(text: string, at: number): string {
  const start = Math.max(0, Math.min(at - LONGEST / 2, text.length - LONGEST));
  const part = text.slice(start, start + LONGEST).replaceAll(/\s+/g, ' ');
  return `${start > 0 ? '…' : ''}${part}${start + LONGEST < text.length ? '…' : ''}`;
}

/** A body that is nested too deeply cannot be written. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
  } catch {
    return 'a body that is nested too deeply to be shown';
  }
}

/** The body of a reply that was not read as JSON since its status was wrong already. */
function parse(bytes: Uint8Array): { body: unknown } | undefined {
  try {
    return { body: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return undefined;
  }
}
