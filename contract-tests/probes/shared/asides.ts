import type { ProbeResult } from '../../src/assumption-probe.ts';
import type { DocumentedOperation } from '../../src/document.ts';
import { goodQuery } from '../../src/plan/good-query.ts';
import type { Pair, Planned } from '../../src/request.ts';
import type { Seen } from '../../src/seen.ts';
import type { Values } from '../../src/values.ts';
import { confirmed, contradicted, notObserved } from './results.ts';

export type Aside = Omit<Planned, 'goals' | 'aside'>;

/** A request that is made from the good one of an operation; none where the document has no such operation. */
export function aside(
  operations: readonly DocumentedOperation[],
  operation: string,
  rest: Pick<Aside, 'why' | 'status'> & Partial<Aside>,
  change: (good: Pair[], values: Values) => Pair[] | undefined = (good) => good,
): Aside[] {
  const entry = operations.map((own) => own.entry).find(({ id }) => id === operation);
  if (!entry) return [];
  return [{ id: rest.why, operation, query: (values) => change(goodQuery(entry, values), values), ...rest }];
}

/** What came of the requests of an assumption. */
export const asidesOf = (seen: readonly Seen[], id: string): Seen[] =>
  seen.filter(({ request }) => request.aside === id);

/** Confirmed where each of them has the status that was expected. */
export function statusesOf(seen: readonly Seen[], id: string): ProbeResult {
  const answered = asidesOf(seen, id).filter(({ answer }) => answer);
  const wrong = answered.find(({ request, answer }) => String(answer?.status) !== request.status);
  if (wrong)
    return contradicted(wrong, `${wrong.request.why}: status ${wrong.answer?.status}, not ${wrong.request.status}`);
  if (answered.length === 0) return notObserved('no such request was made');
  return confirmed(answered.map(({ request, answer }) => `${request.why}: ${answer?.status}`).join('; '));
}
