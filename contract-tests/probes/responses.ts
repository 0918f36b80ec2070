import { shownValue } from '../src/checks/received.ts';
import { recordPointer } from '../src/checks/records.ts';
import {
  type AssumptionProbe,
  confirmed,
  confirmedBy,
  contradicted,
  goodResponse,
  membersOf,
  notObserved,
  recordsOf,
  successes,
} from '../src/judge/assumptions/assumption-probe.ts';
import type { Judgement } from '../src/judge/judgement.ts';

/** The form of a body without what only the full envelope has. */
function formOf(judgement: Judgement): string | undefined {
  if (Array.isArray(judgement.json?.body)) return 'bare';
  const members = membersOf(judgement);
  return 'data' in members && !('timestamp' in members) && !('api_version' in members) ? 'simplified' : undefined;
}

const envelopes: AssumptionProbe = {
  judge: (judgements, { envelopesOf }) => {
    const outside = judgements.find((judgement) => {
      const { response, envelope, json } = judgement;
      if (response?.status !== 200 || envelope !== undefined || !json) return false;
      const form = formOf(judgement);
      return form !== undefined && !envelopesOf(judgement.request.operation).includes(form);
    });
    if (outside) {
      const { operation } = outside.request;
      const declared = envelopesOf(operation).join(' or ');
      return contradicted(outside, `the ${formOf(outside)} form, which ${operation} does not have`, {
        expected: `the form ${declared} of ${operation}`,
        next: `Send ${operation} in the form ${declared}.`,
      });
    }
    return confirmedBy(successes(judgements).length, 'a success in an envelope of its list');
  },
};

const firstMatch: AssumptionProbe = {
  judge: (judgements) => {
    const [decoded, all] = [goodResponse(judgements, 'decodeVin'), goodResponse(judgements, 'decodeVinAll')];
    if (!decoded || !all) return notObserved('no VIN was seen decoded in both ways');
    const [single] = recordsOf([decoded]);
    const [first] = recordsOf([all]);
    return String(single?.carId) === String(first?.carId)
      ? confirmed('the single result is the first of all')
      : contradicted(
          all,
          `the first of all has the carId ${shownValue(first?.carId)}, the single result ${shownValue(single?.carId)}`,
          {
            expected: 'the single result of decodeVin as the first of all results',
            evidence: `${recordPointer(all.json?.body, 0)}/carId ${shownValue(first?.carId)}; decodeVin: ${recordPointer(decoded.json?.body, 0)}/carId ${shownValue(single?.carId)}`,
            compared: decoded.request,
            next: 'Sort the results of both operations in the same way.',
          },
        );
  },
};

// Lists of what belongs to something known; the vehicle of a carId that came from a response has to be there.
const LISTS = ['getFluids', 'getOemParts', 'getRepairTimes', 'listModels', 'listVariants'];

const noEntries: AssumptionProbe = {
  otherReading: ({ operation, kind }, status) => kind === 'good' && status === 404 && LISTS.includes(operation),
  judge: (judgements) =>
    confirmedBy(
      successes(judgements, LISTS).filter((success) => recordsOf([success]).length === 0).length,
      'an empty list with 200',
    ),
};

/** By the id of the assumption. */
export const probes: Readonly<Record<string, AssumptionProbe>> = {
  'additional-fields': {
    judge: (judgements) =>
      confirmedBy(judgements.flatMap(({ undocumented }) => undocumented).length, 'a field outside the document'),
  },
  'decimal-text': {
    judge: (judgements) =>
      confirmedBy(recordsOf(successes(judgements, ['getRepairTimes'])).length, 'hours in this notation'),
  },
  'empty-values': {
    judge: (judgements) => {
      const values = recordsOf(successes(judgements)).flatMap((record) => Object.values(record));
      return confirmedBy(values.filter((value) => value === '').length, 'an empty string where one may stand');
    },
  },
  envelopes,
  'fields-present': {
    judge: (judgements) => confirmedBy(recordsOf(successes(judgements)).length, 'a record with all of its fields'),
  },
  'first-match': firstMatch,
  'no-entries': noEntries,
  'simplified-vehicle': {
    judge: (judgements) => {
      const decoded = successes(judgements, ['decodeVin', 'decodeVinAll']);
      const simplified = decoded.filter(({ envelope }) => envelope === 'simplified');
      return confirmedBy(simplified.length, 'a vehicle in the simplified envelope');
    },
  },
  'slug-form': {
    judge: (judgements) =>
      confirmedBy(recordsOf(successes(judgements, ['listBrands', 'listModels'])).length, 'a slug of this form'),
  },
  timestamp: {
    judge: (judgements) =>
      confirmedBy(
        successes(judgements).filter((success) => 'timestamp' in membersOf(success)).length,
        'a timestamp of this form',
      ),
  },
  'type-years-open': {
    judge: (judgements) => {
      const periods = recordsOf(successes(judgements, ['listVariants'])).map(({ typeYears }) => String(typeYears));
      return confirmedBy(periods.filter((period) => /^\s*-|-\s*$/.test(period)).length, 'a period with an open end');
    },
  },
};
