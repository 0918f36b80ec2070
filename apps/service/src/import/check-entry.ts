import { validate } from '@vehicle-lookup/validators';
import { isPattern } from '../catalogue/vin-pattern.ts';
import type { Entry } from './entry.ts';
import type { Fault } from './wrong-line.ts';

/** A fault; what stands there is looked up where the check does not say it. */
export type Finding = Omit<Fault, 'got'> & { got?: string };

/** Checks a member of a line, at its JSON Pointer. */
type Check = (value: unknown, pointer: string) => Finding[];

/** The members of each kind, all of them required. */
const KINDS: Record<Entry['kind'], Record<string, Check>> = {
  note: { text },
  brand: { name, slug },
  model: { brand: slug, name, slug },
  variant: { brand: slug, model: slug, record: elementOf('listVariants') },
  vehicle: {
    patterns,
    record: dataOf('getVehicle'),
    fluids: dataOf('getFluids'),
    oemParts: dataOf('getOemParts'),
    repairTimes: dataOf('getRepairTimes'),
    engines: dataOf('getEngines'),
  },
};

const KIND_NAMES = Object.keys(KINDS).map((kind) => JSON.stringify(kind));

/** How a line breaks the format; nothing where it keeps it. */
export function checkEntry(line: Record<string, unknown>): Finding[] {
  const { kind } = line;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    return [{ pointer: '/kind', expected: `one of ${KIND_NAMES.join(', ')}` }];
  }
  const members = KINDS[kind as Entry['kind']];
  const faults = Object.entries(members).flatMap(([name, check]) =>
    Object.hasOwn(line, name) ? check(line[name], `/${name}`) : [{ pointer: `/${name}`, expected: 'a value' }],
  );
  const unknown = Object.keys(line).filter((name) => name !== 'kind' && !Object.hasOwn(members, name));
  // A misspelt name would lose its data without a word.
  return [...faults, ...unknown.map((name) => ({ pointer: pointerTo(name), ...NO_SUCH_FIELD }))];
}

const NO_SUCH_FIELD = { expected: 'no such field', got: 'one' };
const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Records are checked as the document describes the answer that they become, so the format is never written twice. */
function dataOf(operation: string): Check {
  return (data, pointer) => inEnvelope(operation, data, (inBody) => pointer + inBody.slice('/data'.length));
}

/** One element of an answer that is a list. */
function elementOf(operation: string): Check {
  return (element, pointer) => inEnvelope(operation, [element], (inBody) => pointer + inBody.slice('/data/0'.length));
}

function inEnvelope(operation: string, data: unknown, place: (pointer: string) => string): Finding[] {
  const body = { success: true, timestamp: '2000-01-01T00:00:00+00:00', api_version: '', data };
  const verdict = validate(operation, 200, body);
  const faults = verdict.ok
    ? []
    : verdict.issues.map(({ pointer, expected }) => ({ pointer: place(pointer), expected }));
  return [...faults, ...verdict.undocumented.map((pointer) => ({ pointer: place(pointer), ...NO_SUCH_FIELD }))];
}

function text(value: unknown, pointer: string): Finding[] {
  return typeof value === 'string' ? [] : [{ pointer, expected: 'a string' }];
}

function slug(value: unknown, pointer: string): Finding[] {
  return inEnvelope('listBrands', [{ name: 'x', slug: value }], () => pointer);
}

function name(value: unknown, pointer: string): Finding[] {
  const faults = inEnvelope('listBrands', [{ name: value, slug: 'x' }], () => pointer);
  if (faults.length > 0 || /[^\s\p{C}]/u.test(value as string)) return faults;
  return [{ pointer, expected: 'a name that can be seen' }];
}

function patterns(value: unknown, pointer: string): Finding[] {
  if (!Array.isArray(value)) return [{ pointer, expected: 'an array' }];
  return value.flatMap((pattern, index) => {
    const at = `${pointer}/${index}`;
    if (typeof pattern === 'string' && isPattern(pattern)) return [];
    return [{ pointer: at, expected: '8 to 17 characters of a VIN, "." for any of them but the first three' }];
  });
}
