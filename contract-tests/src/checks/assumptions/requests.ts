import { isDeepStrictEqual } from 'node:util';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { type Pair, type Request, replaced } from '../../plan/request.ts';
import {
  type AssumptionCheck,
  confirmed,
  confirmedBy,
  contradicted,
  goodResponse,
  judgeStatuses,
  notObserved,
  ofProbe,
  recordsOf,
  successes,
} from '../assumption-check.ts';
import type { Judgement } from '../judgement.ts';
import { type Fields, records } from '../records.ts';

const LETTER_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Returns whether the ninth character is not the check digit of the VIN (ISO 3779, as applied in North America). */
function contradictsRule({ query }: Request): boolean {
  const vin = query.find(([name]) => name === 'vin')?.[1] ?? '';
  if (vin.length !== WEIGHTS.length) return false;
  const sum = [...vin].reduce(
    (total, letter, index) => total + (LETTER_VALUES.indexOf(letter) % 10) * (WEIGHTS[index] ?? 0),
    0,
  );
  return vin[8] !== '0123456789X'[sum % 11];
}

const isWellFormed = ({ kind, parameter }: Request): boolean =>
  kind === 'good' || (kind === 'unknown-value' && parameter === 'vin');

const checkDigit: AssumptionCheck = {
  id: 'check-digit',
  otherReading: (request, status) => status === 400 && isWellFormed(request) && contradictsRule(request),
  judge: (judgements) => {
    const own = judgements.filter(({ request }) => isWellFormed(request) && contradictsRule(request));
    const accepted = own.filter(({ response }) => response?.status === 200 || response?.status === 404);
    return confirmedBy(accepted.length, 'a VIN with a different check digit was accepted');
  },
};

const defaultOperation: AssumptionCheck = {
  id: 'default-operation',
  requests: [
    {
      id: 'carId without a selector',
      operation: 'getVehicle',
      status: '400',
      query: (good) => good.filter(([name]) => name === 'carId'),
    },
  ],
  judge: judgeStatuses,
};

const MODELS = 'listModels';

/** Returns whether two lists share a record. A catalogue may grow between requests, and lists have no order. */
const sharesRecord = (records: readonly Fields[], others: readonly Fields[]): boolean =>
  records.length === 0
    ? others.length === 0
    : records.some((record) => others.some((other) => isDeepStrictEqual(record, other)));

const nameMatching: AssumptionCheck = {
  id: 'name-matching',
  requests: [
    {
      id: 'slug in upper case',
      operation: MODELS,
      status: '200',
      query: (good) => good.map(([name, value]) => [name, name === 'brand' ? value.toUpperCase() : value]),
    },
    {
      id: 'display name',
      operation: MODELS,
      status: '200',
      query: (good, known) => {
        const brands = records(known.successes.get('listBrands')?.body ?? []);
        const brand = brands.find(({ slug }) => slug === known.value(MODELS, 'brand'));
        return brand && replaced(good, 'brand', String(brand.name));
      },
    },
  ],
  judge: (judgements, { id }) => {
    const spelt = ofProbe(judgements, id).filter(({ response }) => response);
    const bySlug = goodResponse(judgements, MODELS);
    if (spelt.length === 0 || !bySlug) return notObserved('no brand was requested with two spellings');
    const other = spelt.find(
      (judgement) => !judgement.json || !sharesRecord(recordsOf([judgement]), recordsOf([bySlug])),
    );
    return other
      ? contradicted(
          other,
          `${other.request.id}: status ${other.response?.status}, not the models that the slug returns`,
          {
            expected: 'the models that the slug returns',
            compared: bySlug.request,
            next: 'Compare the brand and the model with slugs and display names, case-insensitively.',
          },
        )
      : confirmed(`the same models: ${spelt.map(({ request }) => request.id).join(', ')}`);
  },
};

const SHORTEST_VIN = 8;
const LONGEST_PART = 16;

const vinOf = ({ request }: Judgement): string => request.query.find(([name]) => name === 'vin')?.[1] ?? '';

/** Pairs each request for part of a VIN with the same operation's successful response to the whole VIN. */
function partsOf(judgements: readonly Judgement[]): { part: Judgement; whole: Judgement }[] {
  const found = successes(judgements);
  return judgements.flatMap((part) => {
    const vin = vinOf(part);
    const isRejected = part.request.kind === 'rejection' || part.state === 'not-observed';
    if (vin.length < SHORTEST_VIN || vin.length > LONGEST_PART || !part.response || isRejected) return [];
    const isWhole = (other: Judgement) =>
      other.request.operation === part.request.operation && vinOf(other) !== vin && vinOf(other).startsWith(vin);
    const whole = found.find(isWhole);
    return whole ? [{ part, whole }] : [];
  });
}

const firstCharacters = (good: readonly Pair[]): Pair[] =>
  good.map(([name, value]) => [name, name === 'vin' ? value.slice(0, SHORTEST_VIN) : value]);

const partialVin: AssumptionCheck = {
  id: 'partial-vin',
  requests: [
    { id: 'first characters of the VIN', operation: 'decodeVinAll', status: '200', query: firstCharacters },
    {
      id: 'engines for the first characters of the VIN',
      operation: 'getEngines',
      status: '200',
      query: firstCharacters,
    },
  ],
  judge: (judgements) => {
    const pairs = partsOf(judgements);
    for (const { part, whole } of pairs) {
      const shown = {
        expected: 'the vehicles for the whole VIN among the vehicles for its first characters',
        compared: whole.request,
        next: 'Search for the VINs that begin with the given characters, and return all of them.',
      };
      const first = `the first ${vinOf(part).length} characters`;
      const { status } = part.response ?? {};
      if (status !== 200) return contradicted(part, `${first} return ${status}`, shown);
      const found = recordsOf([part]).map(({ carId }) => String(carId));
      const isThere = recordsOf([whole]).every(({ carId }) => found.includes(String(carId)));
      if (part.request.operation === 'decodeVinAll' && !isThere)
        return contradicted(part, `a vehicle for the whole VIN is not among the vehicles for ${first}`, shown);
    }
    const names = [...new Set(pairs.map(({ part }) => part.request.operation))];
    return names.length === 0
      ? notObserved('no operation found the whole VIN and was requested with its first characters')
      : confirmed(
          `${joinWords(names)}: the vehicles for the whole VIN are among the vehicles for its first characters`,
        );
  },
};

const unknownParameter: AssumptionCheck = {
  id: 'unknown-parameter',
  judge: (judgements) => {
    const own = judgements.filter(
      ({ request, response }) => request.kind === 'unknown-parameter' && !request.prefer && response?.status === 400,
    );
    const repeating = own.find(({ request, json }) => {
      const [name = ''] = request.query.at(-1) ?? [];
      return new RegExp(`\\b${name}\\b`).test(JSON.stringify(json?.body) ?? '');
    });
    if (repeating) {
      return contradicted(repeating, 'the message repeats the name of the unknown parameter', {
        expected: 'a message without the name of the unknown parameter',
        next: 'Name the parameters that the operation accepts, not the unknown one: it may be the key.',
      });
    }
    return confirmedBy(own.length, 'rejected with 400, and the message does not repeat the name');
  },
};

export const requests: readonly AssumptionCheck[] = [
  checkDigit,
  defaultOperation,
  nameMatching,
  partialVin,
  unknownParameter,
];
