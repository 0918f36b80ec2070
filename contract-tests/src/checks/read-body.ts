import { child } from '@vehicle-lookup/openapi';
import { oncePer } from '../once-per.ts';
import type { ReceivedResponse } from '../run/response.ts';

/** A body, decoded and parsed as far as possible. */
export interface ReadBody {
  /** The decoded text. Absent if the bytes are not UTF-8 or were not stored. */
  text?: string;
  /** The parsed body. Absent if the text is not JSON or is nested deeper than parsers accept. */
  json?: { body: unknown };
}

/** Decodes and parses the body of a response, once for all checks. */
export const readBody: (response: ReceivedResponse) => ReadBody = oncePer(({ body, unread }) => {
  const text = unread === undefined ? decode(body) : undefined;
  if (text === undefined) return {};
  const json = parse(text);
  return json === undefined || isDeep(json.body) ? { text } : { text, json };
});

/** Decodes bytes as text. Returns undefined if they are not UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Parses a text as JSON. Returns undefined if the text is not JSON. */
export function parse(text: string): { body: unknown } | undefined {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A common nesting limit: parsers may limit the depth of nesting (RFC 8259, section 9). */
export const DEEPEST = 512;

/** Returns whether a body is nested too deeply. It proceeds level by level because recursion would exhaust the stack. */
function isDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** Returns the first string in a parsed body that satisfies a predicate, and its JSON Pointer. */
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
