import { at } from '@vehicle-lookup/openapi';
import type { Basis } from '@vehicle-lookup/openapi/selectors';
import { article, type Fault } from './fault.ts';

/**
 * A deviation of a response from its schema, with the violated clause or assumption. Values are never repeated, because they
 * may contain a secret.
 */
export interface ResponseIssue extends Basis {
  /** Name of the header; undefined for the body. */
  header?: string;
  /** JSON Pointer (RFC 6901) of the location in the body; empty for the body itself. */
  pointer: string;
  /** The expected value according to the document. */
  expected: string;
  /** The actual value: a JSON type, or `nothing`. */
  got: string;
}

/** Returns a message such as `/data/carId: expected an integer, got a string`. */
export function issueMessage({ header, pointer, expected, got }: ResponseIssue): string {
  const place = header === undefined ? pointer || 'the body' : `the header ${header}`;
  return `${place}: expected ${expected}, got ${got}`;
}

/** Converts a violation to an issue. */
export function issueOf({ pointer, expected, isChoice }: Fault, value: unknown, owner: Basis): ResponseIssue {
  return { pointer, expected: expected.join(isChoice ? ' or ' : ' and '), got: typeAt(value, pointer), ...owner };
}

function typeAt(value: unknown, pointer: string): string {
  const node = at(value, pointer);
  if (node === undefined) return 'nothing';
  if (node === null) return 'null';
  if (node === '') return 'an empty string';
  return Array.isArray(node) ? 'an array' : article(typeof node);
}
