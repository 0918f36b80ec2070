import { joinWords } from '@vehicle-lookup/openapi/selectors';
import type { FoundAcross } from './check.ts';
import { isSuccess, type Judgement } from './judgement.ts';
import { shownValue } from './received.ts';
import { type Fields, recordPointer, records } from './records.ts';

/** The fields that identify a vehicle. Simplified envelopes have upper-case names. */
const IDENTITY = ['make', 'model', 'year', 'yearEnd'] as const;

/** A vehicle record and its location. */
interface Seen {
  by: Judgement;
  record: Fields;
  place: string;
}

/** Reports a carId that identifies different vehicles in two responses. */
export function sameVehicle(judgements: readonly Judgement[]): FoundAcross[] {
  const firstOf = new Map<string, Seen>();
  for (const by of judgements.filter(isSuccess)) {
    for (const [index, record] of records(by.json?.body).entries()) {
      if (record.carId === undefined || record.make === undefined) continue;
      const id = String(record.carId);
      const seen = { by, record, place: recordPointer(by.json?.body, index) };
      const first = firstOf.get(id) ?? seen;
      firstOf.set(id, first);
      const names = IDENTITY.filter((field) => differs(record[field], first.record[field]));
      if (names.length > 0) return [disagreement(id, names, seen, first)];
    }
  }
  return [];
}

function disagreement(id: string, names: readonly string[], seen: Seen, first: Seen): FoundAcross {
  const [name = ''] = names;
  const [own, other] = endsBeforeItStarts(first) && !endsBeforeItStarts(seen) ? [first, seen] : [seen, first];
  return {
    by: own.by,
    found: {
      title: `Two operations disagree on the ${joinWords(names)} of one vehicle`,
      clause: 'service.5b',
      reading: `The clause does not name ${name}, but it implies this: a carId from a response identifies the vehicle of that response, so one carId is one vehicle.`,
      expected: `the same ${name} for one carId in every response`,
      got: `${name} ${shownValue(own.record[name])} in ${operationOf(own)}, ${shownValue(other.record[name])} in ${operationOf(other)}, both for carId ${id}`,
      evidence: `${own.place} ${namedAs(own.record)}; ${operationOf(other)}: ${other.place} ${namedAs(other.record)}`,
      compared: other.by.request,
      next: `Make both operations read the same data: they differ in ${joinWords(names)}.`,
    },
  };
}

/** Returns whether the years of a record are inconsistent, in which case this record is reported as the incorrect record. */
const endsBeforeItStarts = ({ record }: Seen): boolean => Number(record.year) > Number(record.yearEnd);

const operationOf = ({ by }: Seen): string => by.request.operation;

/** Returns the fields that identify a vehicle, with their values. */
const namedAs = (record: Fields): string =>
  shownValue(Object.fromEntries(IDENTITY.map((name) => [name, record[name]])), LONGEST_NAMES);

const LONGEST_NAMES = 120;

/** Returns whether a value can be compared. Values of other types violate the schema. */
const isNamed = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';

const differs = (one: unknown, other: unknown): boolean =>
  isNamed(one) && isNamed(other) && String(one).toLowerCase() !== String(other).toLowerCase();
