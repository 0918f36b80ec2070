import type { Seen } from '../../src/seen.ts';
import { type Fields, records } from './records.ts';

/** Success answers that keep their schema, of these operations or of all. */
export const successes = (seen: readonly Seen[], operations?: readonly string[]): Seen[] =>
  seen.filter(
    ({ request, answer, envelope }) =>
      answer?.status === 200 && envelope !== undefined && (operations?.includes(request.operation) ?? true),
  );

/** The answer to the good request of an operation, where it is right. */
export const goodAnswer = (seen: readonly Seen[], operation: string): Seen | undefined =>
  successes(seen, [operation]).find(({ request }) => request.why === 'good request');

/** All of their records. */
export const recordsOf = (seen: readonly Seen[]): Fields[] =>
  seen.flatMap(({ json }) => (json ? records(json.body) : []));

/** The members of a body that is an object. */
export const membersOf = ({ json }: Seen): Fields =>
  typeof json?.body === 'object' && json.body !== null ? (json.body as Fields) : {};

/** Whether a JSON Pointer leads into a record, in any envelope. */
export const isInRecord = (pointer: string): boolean => /^\/(data|\d+)\/./.test(pointer);
