import { child } from '@vehicle-lookup/openapi';
import { oncePer } from '../once-per.ts';
import type { ReceivedResponse } from '../run/response.ts';

/** A body, as far as it can be read. */
export interface ReadBody {
  /** Absent if the bytes are not UTF-8, or were not kept. */
  text?: string;
  /** Absent if the text is not JSON, or is nested deeper than parsers accept. */
  json?: { body: unknown };
}

/** Reads the body of a response, once for all checks. */
export const readBody: (response: ReceivedResponse) => ReadBody = oncePer(({ body, unread }) => {
  const text = unread === undefined ? decode(body) : undefined;
  if (text === undefined) return {};
  const json = parse(text);
  return json === undefined || isDeep(json.body) ? { text } : { text, json };
});

/** Bytes as text; undefined where they are not UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A text as JSON; undefined where it is none. */
export function parse(text: string): { body: unknown } | undefined {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A parser may set a limit to the depth of nesting (RFC 8259, section 9); this is a usual one. */
export const DEEPEST = 512;

/** Level by level: a recursion would exhaust the stack. */
function isDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** A string in a body that has been read, and its JSON Pointer; the first for which a test holds. */
export function findText(
  value: unknown,
  test: (text: string) => boolean,
  pointer = '',
): { text: string; pointer: string } | undefined {
  if (typeof value === 'string') return test(value) ? { text: value, pointer } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = findText(member, test, child(pointer, name));
    if (found) return found;
  }
  return undefined;
}
