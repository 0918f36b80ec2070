import { shownValue } from '../checks/received.ts';
import { type Fields, recordPointer, records } from '../checks/records.ts';
import type { Request } from '../plan/request.ts';
import type { Judgement, ViolationAcross } from './judgement.ts';

/** What names a vehicle. Simplified forms write names in capitals. */
const IDENTITY = ['make', 'model', 'year', 'yearEnd'] as const;

/**
 * A carId names one vehicle, in whatever response it stands.
 * @param judgements of successes
 */
export function sameVehicle(judgements: readonly Judgement[]): ViolationAcross[] {
  const seen = new Map<string, { record: Fields; place: string; request: Request; by: Judgement }>();
  for (const by of judgements) {
    const { operation } = by.request;
    for (const [index, record] of records(by.json?.body).entries()) {
      if (record.carId === undefined || record.make === undefined) continue;
      const id = String(record.carId);
      const place = recordPointer(by.json?.body, index);
      const first = seen.get(id);
      if (!first) {
        seen.set(id, { record, place, request: by.request, by });
        continue;
      }
      const name = IDENTITY.find((field) => differs(record[field], first.record[field]));
      if (name === undefined) continue;
      const values = `${name} ${shownValue(record[name])} in ${operation}, ${shownValue(first.record[name])} in ${first.request.operation}, both of carId ${id}`;
      const exchanged = exchangedYears(
        { operation, record },
        { operation: first.request.operation, record: first.record },
      );
      const got = exchanged === undefined ? values : `${exchanged} exchanges year and yearEnd: ${values}`;
      const expected = `one ${name} of one carId in every response`;
      const isFirst = exchanged === first.request.operation;
      return [
        {
          by: isFirst ? first.by : by,
          violation: {
            code: 'meaning',
            title:
              exchanged === undefined
                ? `Two operations disagree on the ${name} of one vehicle`
                : `${exchanged} exchanges year and yearEnd of a vehicle`,
            clause: 'service.5b',
            reading: `The clause does not name ${name}. It follows from it: a carId that came in a response leads to the vehicle of that response, so one carId is one vehicle.`,
            expected,
            got,
            evidence: isFirst
              ? `${first.place} ${namedAs(first.record)}; ${operation}: ${place} ${namedAs(record)}`
              : `${place} ${namedAs(record)}; ${first.request.operation}: ${first.place} ${namedAs(first.record)}`,
            compared: isFirst ? by.request : first.request,
            next:
              exchanged === undefined
                ? vehicleAdvice(operation, { id, name, record, first }, judgements)
                : `In ${exchanged}, write the start of production in year and the end in yearEnd.`,
          },
        },
      ];
    }
  }
  return [];
}

/** The fields that name a vehicle, with their values. */
const namedAs = (record: Fields): string =>
  shownValue(Object.fromEntries(IDENTITY.map((name) => [name, record[name]])), LONGEST_NAMES);

const LONGEST_NAMES = 120;

/** The operation that writes the end of production in year: its two years are those of the other one, exchanged. */
function exchangedYears(...sides: [OperationRecord, OperationRecord]): string | undefined {
  const [one, other] = sides.map(({ record: { year, yearEnd } }) => [String(year ?? ''), String(yearEnd ?? '')]);
  if (!one || !other || one[0] !== other[1] || one[1] !== other[0]) return undefined;
  return sides.find(({ record: { year, yearEnd } }) => Number(year) > Number(yearEnd))?.operation;
}

interface OperationRecord {
  operation: string;
  record: Fields;
}

/** Where to look: at the operation that stands alone with its value, if a third response has the vehicle, too. */
function vehicleAdvice(
  operation: string,
  {
    id,
    name,
    record,
    first,
  }: { id: string; name: string; record: Fields; first: { record: Fields; request: Request } },
  judgements: readonly Judgement[],
): string {
  const others = judgements.filter(
    ({ request }) => request.operation !== operation && request.operation !== first.request.operation,
  );
  const agreeing = (value: unknown): string | undefined =>
    others.find((by) =>
      records(by.json?.body).some((own) => String(own.carId) === id && own[name] && !differs(own[name], value)),
    )?.request.operation;
  const withFirst = agreeing(first.record[name]);
  const withOwn = agreeing(record[name]);
  const alone =
    withFirst !== undefined && withOwn === undefined
      ? `look at ${operation} first: ${withFirst} agrees with ${first.request.operation}.`
      : withOwn !== undefined && withFirst === undefined
        ? `look at ${first.request.operation} first: ${withOwn} agrees with ${operation}.`
        : undefined;
  const wrong = IDENTITY.filter((field) => differs(record[field], first.record[field]));
  if (wrong.some((field) => field === 'make' || field === 'model')) {
    return `Make both operations read the same data: one of the two names another vehicle than carId ${id}.${alone === undefined ? '' : ` ${sentence(alone)}`}`;
  }
  const advice = alone ?? `look at how ${operation} fills ${wrong.join(' and ')}.`;
  return `${sentence(advice)} Only ${wrong.join(' and ')} ${wrong.length === 1 ? 'differs' : 'differ'}; make and model agree.`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Values of other types are broken by themselves. */
const isNamed = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';

const differs = (one: unknown, other: unknown): boolean =>
  isNamed(one) && isNamed(other) && String(one).toLowerCase() !== String(other).toLowerCase();
