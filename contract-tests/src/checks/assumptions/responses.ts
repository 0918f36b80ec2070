import {
  type AssumptionCheck,
  confirmed,
  confirmedBy,
  contradicted,
  goodResponse,
  membersOf,
  notObserved,
  recordsOf,
  seen,
  successes,
} from '../assumption-check.ts';
import type { Judgement } from '../judgement.ts';
import { shownValue } from '../received.ts';
import type { Fields } from '../records.ts';

/** Returns the envelope of a body without the fields that only the full envelope has. */
function formOf(judgement: Judgement): string | undefined {
  if (Array.isArray(judgement.json?.body)) return 'bare';
  const members = membersOf(judgement);
  return 'data' in members && !('timestamp' in members) && !('api_version' in members) ? 'simplified' : undefined;
}

const envelopes: AssumptionCheck = {
  id: 'envelopes',
  judge: (judgements, { envelopesOf }) => {
    const outside = judgements.find((judgement) => {
      const { request, response, envelope, json } = judgement;
      if (response?.status !== 200 || envelope !== undefined || !json) return false;
      const form = formOf(judgement);
      return form !== undefined && !envelopesOf(request.operation).includes(form);
    });
    if (outside) {
      const { operation } = outside.request;
      return contradicted(outside, `the ${formOf(outside)} envelope, which ${operation} does not have`, {
        next: `Return ${operation} in the ${envelopesOf(operation).join(' or ')} envelope.`,
      });
    }
    return confirmedBy(successes(judgements).length, 'a success in a documented envelope');
  },
};

const firstMatch: AssumptionCheck = {
  id: 'first-match',
  judge: (judgements) => {
    const [decoded, all] = [goodResponse(judgements, 'decodeVin'), goodResponse(judgements, 'decodeVinAll')];
    if (!decoded || !all) return notObserved('no VIN was decoded by both operations');
    const [single] = recordsOf([decoded]);
    const [first] = recordsOf([all]);
    return String(single?.carId) === String(first?.carId)
      ? confirmed('the single result is the first of all results')
      : contradicted(
          all,
          `the first of all results has the carId ${shownValue(first?.carId)}, the single result ${shownValue(single?.carId)}`,
          {
            expected: 'the single result of decodeVin as the first of all results',
            compared: decoded.request,
            next: 'Sort the results of both operations in the same way.',
          },
        );
  },
};

// Lists that may be empty for a known vehicle, brand or model. A vehicle whose carId came from a response must exist.
const LISTS = ['getFluids', 'getOemParts', 'getRepairTimes', 'listModels', 'listVariants'];

const noEntries: AssumptionCheck = {
  id: 'no-entries',
  otherReading: ({ operation, kind }, status) => kind === 'good' && status === 404 && LISTS.includes(operation),
  judge: (judgements) =>
    confirmedBy(
      successes(judgements, LISTS).filter((success) => recordsOf([success]).length === 0).length,
      'an empty list with 200',
    ),
};

/** Returns the records of successful responses, from the given operations or from all. */
const recordsIn = (judgements: readonly Judgement[], ...operations: string[]): Fields[] =>
  recordsOf(successes(judgements, operations.length > 0 ? operations : undefined));

export const responses: readonly AssumptionCheck[] = [
  seen(
    'additional-fields',
    'a field that the document does not mention',
    (all) => all.flatMap((one) => one.undocumented).length,
  ),
  seen('decimal-text', 'hours in this notation', (all) => recordsIn(all, 'getRepairTimes').length),
  seen(
    'empty-values',
    'an empty string where it is allowed',
    (all) => recordsIn(all).flatMap((record) => Object.values(record).filter((value) => value === '')).length,
  ),
  envelopes,
  seen('fields-present', 'a record with all of its fields', (all) => recordsIn(all).length),
  firstMatch,
  noEntries,
  seen(
    'simplified-vehicle',
    'a vehicle in the simplified envelope',
    (all) => successes(all, ['decodeVin', 'decodeVinAll']).filter(({ envelope }) => envelope === 'simplified').length,
  ),
  seen('slug-form', 'a slug of this form', (all) => recordsIn(all, 'listBrands', 'listModels').length),
  seen(
    'timestamp',
    'a timestamp of this form',
    (all) => successes(all).filter((success) => 'timestamp' in membersOf(success)).length,
  ),
  seen(
    'type-years-open',
    'an open-ended period',
    (all) => recordsIn(all, 'listVariants').filter(({ typeYears }) => /^\s*-|-\s*$/.test(String(typeYears))).length,
  ),
];
