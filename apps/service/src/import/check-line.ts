import { validate } from '@vehicle-lookup/contract/validators';
import type { EntryFault } from '../catalogue/catalogue-draft.ts';
import { type CatalogueEntry, ENTRY_LISTS, forEachList, isVinPattern } from '../catalogue/catalogue-entry.ts';
import { isLabel } from '../catalogue/version-name.ts';

type Kind = CatalogueEntry['kind'] | 'note' | 'origin';

/** Checks a field of a line, at its JSON Pointer. */
type Check = (value: unknown, pointer: string) => EntryFault[];

/** The fields of each kind of line, all of them required. */
const KINDS: Record<Kind, Record<string, Check>> = {
  note: { text },
  origin: { label, text },
  brand: { name, slug },
  model: { brand: slug, name, slug },
  variant: { brand: slug, model: slug, record: elementOf('listVariants') },
  vehicle: {
    patterns,
    record: dataOf('getVehicle'),
    ...forEachList((name) => dataOf(ENTRY_LISTS[name].operation)),
  },
};

const KIND_NAMES = Object.keys(KINDS).map((kind) => JSON.stringify(kind));

/** The faults of a line; empty if it keeps the format. */
export function checkLine(line: Record<string, unknown>): EntryFault[] {
  const { kind } = line;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    return [{ pointer: '/kind', expected: `one of ${KIND_NAMES.join(', ')}` }];
  }
  const members = KINDS[kind as Kind];
  const faults = Object.entries(members).flatMap(([name, check]) =>
    Object.hasOwn(line, name) ? check(line[name], `/${name}`) : [{ pointer: `/${name}`, expected: 'a value' }],
  );
  const unknown = Object.keys(line).filter((name) => name !== 'kind' && !Object.hasOwn(members, name));
  // The data of a misspelt name would be lost silently.
  return [...faults, ...unknown.map((name) => ({ pointer: pointerTo(name), ...NO_SUCH_FIELD }))];
}

const NO_SUCH_FIELD = { expected: 'no such field', got: 'one' };
const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A record is checked as the response that the document describes, so that its format is stated only once. */
function dataOf(operation: string): Check {
  return (data, pointer) => inEnvelope(operation, data, (inBody) => pointer + inBody.slice('/data'.length));
}

/** One element of a response that is a list. */
function elementOf(operation: string): Check {
  return (element, pointer) => inEnvelope(operation, [element], (inBody) => pointer + inBody.slice('/data/0'.length));
}

function inEnvelope(operation: string, data: unknown, place: (pointer: string) => string): EntryFault[] {
  const body = { success: true, timestamp: '2000-01-01T00:00:00+00:00', api_version: '', data };
  const verdict = validate(operation, 200, body);
  const faults = verdict.ok
    ? []
    : verdict.issues.map(({ pointer, expected }) => ({ pointer: place(pointer), expected }));
  return [...faults, ...verdict.undocumented.map((pointer) => ({ pointer: place(pointer), ...NO_SUCH_FIELD }))];
}

function text(value: unknown, pointer: string): EntryFault[] {
  return typeof value === 'string' ? [] : [{ pointer, expected: 'a string' }];
}

function label(value: unknown, pointer: string): EntryFault[] {
  if (typeof value === 'string' && isLabel(value)) return [];
  return [{ pointer, expected: 'at most 64 of a to z, 0 to 9, "." and "-", such as my-data-2026' }];
}

function slug(value: unknown, pointer: string): EntryFault[] {
  return inEnvelope('listBrands', [{ name: 'x', slug: value }], () => pointer);
}

function name(value: unknown, pointer: string): EntryFault[] {
  const faults = inEnvelope('listBrands', [{ name: value, slug: 'x' }], () => pointer);
  if (faults.length > 0 || /[^\s\p{C}]/u.test(value as string)) return faults;
  return [{ pointer, expected: 'a visible name' }];
}

function patterns(value: unknown, pointer: string): EntryFault[] {
  if (!Array.isArray(value)) return [{ pointer, expected: 'an array' }];
  return value.flatMap((pattern, index) => {
    const at = `${pointer}/${index}`;
    if (typeof pattern === 'string' && isVinPattern(pattern)) return [];
    return [
      {
        pointer: at,
        expected: '8 to 17 characters of a VIN, "." for any of them but the first three, and perhaps "?" at the end',
      },
    ];
  });
}
