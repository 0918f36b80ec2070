import { isDeepStrictEqual } from 'node:util';
import { child } from '@vehicle-lookup/openapi';
import { groupBy } from '../../group-by.ts';
import { headerOf } from '../../run/response.ts';
import type { ContractCheck, FoundAcross, FoundViolation } from '../check.ts';
import { isSuccess, type Judgement } from '../judgement.ts';
import { shownValue } from '../received.ts';
import { type Fields, recordPointer, records } from '../records.ts';

export const changedResponse: ContractCheck = {
  code: 'changed-response',
  level: 'warning',
  harm: 'A caller that repeats a request cannot tell which of the two responses is correct.',
  title: 'The same request returned different content when repeated',
  explanation: 'A valid request was repeated at the end of the run and returned different content.',
  ofRun: (judgements) =>
    ofChange(judgements, false, (text) => ({
      expected: 'the same content for the same request',
      got: text,
      next: 'Make every server return the same data, unless the data changed in between.',
    })),
};

export const sameEtag: ContractCheck = {
  code: 'same-etag',
  level: 'warning',
  harm: 'A cache that compares ETags keeps serving the old content.',
  title: 'Different content has the same ETag',
  standard: 'RFC 9110, section 8.8.3',
  ofRun: (judgements) =>
    ofChange(judgements, true, (text) => ({
      header: 'etag',
      expected: 'a different ETag for different content',
      got: `the same ETag for different content: ${text}`,
      next: 'Generate the ETag from the content that is sent.',
    })),
};

/** The longest time between two requests whose responses are compared. After a longer time, the data may have changed. */
const MOMENT_MS = 10_000;

/** Reports the first request that returned different records within a short time. List order and timestamps may differ. */
function ofChange(
  judgements: readonly Judgement[],
  hasSameTag: boolean,
  finding: (difference: string) => FoundViolation,
): FoundAcross[] {
  const valid = judgements.filter((one) => isSuccess(one) && ['good', 'again'].includes(one.request.kind));
  const alike = groupBy(valid, ({ request }) => JSON.stringify([request.operation, request.query.toSorted()]));
  for (const [before, ...others] of alike.values()) {
    let first = before;
    for (const again of others) {
      if (first && isWithinMoment(first, again) && !isDeepStrictEqual(contentOf(first), contentOf(again))) {
        if ((tagOf(first) !== undefined && tagOf(first) === tagOf(again)) !== hasSameTag) return [];
        const { text, pointer } = differenceOf(first, again);
        const at = pointer === undefined ? {} : { pointer };
        return [{ by: again, found: { compared: first.request, ...at, ...finding(text) } }];
      }
      first = again;
    }
  }
  return [];
}

const tagOf = ({ response }: Judgement): string | undefined => response && headerOf(response, 'etag');

function isWithinMoment({ received: before = Number.NaN }: Judgement, again: Judgement): boolean {
  const sent = (again.received ?? Number.NaN) - (again.milliseconds ?? 0);
  return again.request.kind === 'again' || sent - before < MOMENT_MS;
}

const contentOf = ({ json }: Judgement): string[] =>
  records(json?.body)
    .map((record) => JSON.stringify(record))
    .sort();

/** Returns the difference: the numbers of records, or the first different field with its JSON Pointer in the second response. */
function differenceOf(first: Judgement, again: Judgement): { text: string; pointer?: string } {
  const [before, after] = [first, again].map(contentOf) as [string[], string[]];
  if (before.length !== after.length) return { text: `first ${before.length} records, then ${after.length} records` };
  const fieldsOf = (text: string | undefined): Fields => JSON.parse(text ?? '{}');
  const [ofBefore, ofAfter] = [new Set(before), new Set(after)];
  const old = fieldsOf(before.find((one) => !ofAfter.has(one)));
  const own = after.find((one) => !ofBefore.has(one));
  const now = fieldsOf(own);
  const name = Object.keys({ ...old, ...now }).find((field) => !isDeepStrictEqual(now[field], old[field]));
  if (name === undefined) return { text: 'the same records, repeated a different number of times' };
  const index = records(again.json?.body).findIndex((record) => JSON.stringify(record) === own);
  return {
    text: `first ${name} ${shownValue(old[name])}, then ${shownValue(now[name])}`,
    ...(index < 0 ? {} : { pointer: child(recordPointer(again.json?.body, index), name) }),
  };
}
