import type { Judgement } from '../judgement.ts';
import { type Fields, records } from '../records.ts';

/** Success replies that keep their schema, of these operations or of all. */
export const successes = (judgements: readonly Judgement[], operations?: readonly string[]): Judgement[] =>
  judgements.filter(
    ({ request, reply, envelope }) =>
      reply?.status === 200 && envelope !== undefined && (operations?.includes(request.operation) ?? true),
  );

/** The reply to the good request of an operation, where it is right. */
export const goodReply = (judgements: readonly Judgement[], operation: string): Judgement | undefined =>
  successes(judgements, [operation]).find(({ request }) => request.kind === 'good');

/** All of their records. */
export const recordsOf = (judgements: readonly Judgement[]): Fields[] =>
  judgements.flatMap(({ json }) => (json ? records(json.body) : []));

/** The members of a body that is an object. */
export const membersOf = ({ json }: Judgement): Fields =>
  typeof json?.body === 'object' && json.body !== null ? (json.body as Fields) : {};
