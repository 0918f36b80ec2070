import { validate } from '@vehicle-lookup/contract/validators';
import { at } from '@vehicle-lookup/openapi';
import { printable } from '@vehicle-lookup/toolkit/command-line';
import {
  type CatalogueEntry,
  ENTRY_LISTS,
  type EntryFault,
  forEachList,
  isVinPattern,
} from '../catalogue/catalogue-entry.ts';
import type { LinePlace } from '../catalogue/draft/draft.ts';
import { isLabel } from '../catalogue/version-name.ts';

/** The first line may say what the data are; it loads nothing. */
export interface OriginLine {
  kind: 'origin';
  /** Begins the name of the version. */
  label: string;
  /** Where the data come from, and under which terms. */
  text: string;
}

/** An entry, or what is wrong with it. A note says something to readers of the file, and loads nothing. */
export type CheckedEntry =
  | { entry: CatalogueEntry | OriginLine | { kind: 'note' } }
  | { faults: Required<EntryFault>[] };

/** What a file has at a line. */
export interface ReadEntry extends LinePlace {
  /** undefined: the line is empty. */
  result: CheckedEntry | undefined;
}

/** Checks a field of a line, at its JSON Pointer. */
type Check = (value: unknown, pointer: string) => EntryFault[];

const NO_SUCH_FIELD = { expected: 'no such field', got: 'one' };

/**
 * Checks a value in a response that the document describes, so that its format is stated only once.
 * @param wrap the data of a response with the value
 * @param place JSON Pointer of the value in the response
 */
const inResponse =
  (operation: string, wrap: (value: unknown) => unknown, place: string): Check =>
  (value, pointer) => {
    const body = { success: true, timestamp: '2000-01-01T00:00:00+00:00', api_version: '', data: wrap(value) };
    const inEntry = (inBody: string): string => pointer + inBody.slice(place.length);
    const verdict = validate(operation, 200, body);
    const issues = verdict.ok ? [] : verdict.issues;
    return [
      ...issues.map((issue) => ({ pointer: inEntry(issue.pointer), expected: issue.expected })),
      ...verdict.undocumented.map((undocumented) => ({ pointer: inEntry(undocumented), ...NO_SUCH_FIELD })),
    ];
  };

const dataOf = (operation: string): Check => inResponse(operation, (data) => data, '/data');

const that =
  (isValid: (value: string) => boolean, expected: string): Check =>
  (value, pointer) =>
    typeof value === 'string' && isValid(value) ? [] : [{ pointer, expected }];

const text = that(() => true, 'a string');
const label = that(isLabel, 'at most 64 of a to z, 0 to 9, "." and "-", such as my-data-2026');
const pattern = that(
  isVinPattern,
  '8 to 17 characters of a VIN, "." for any of them but the first three, and perhaps "?" at the end',
);
const patterns: Check = (value, pointer) =>
  Array.isArray(value)
    ? value.flatMap((one, index) => pattern(one, `${pointer}/${index}`))
    : [{ pointer, expected: 'an array' }];

const slug = inResponse('listBrands', (slug) => [{ name: 'x', slug }], '/data/0/slug');
const anyName = inResponse('listBrands', (name) => [{ name, slug: 'x' }], '/data/0/name');
const visible = that((name) => /[^\s\p{C}]/u.test(name), 'a visible name');
const name: Check = (value, pointer) => {
  const faults = anyName(value, pointer);
  return faults.length > 0 ? faults : visible(value, pointer);
};

/** The fields of each kind of line, all of them required. */
const KINDS: Record<CatalogueEntry['kind'] | 'note' | 'origin', Record<string, Check>> = {
  note: { text },
  origin: { label, text },
  brand: { name, slug },
  model: { brand: slug, name, slug },
  variant: {
    brand: slug,
    model: slug,
    record: inResponse('listVariants', (variant) => [variant], '/data/0'),
  },
  vehicle: {
    patterns,
    record: dataOf('getVehicle'),
    ...forEachList((list) => dataOf(ENTRY_LISTS[list].operation)),
  },
};

const KIND_NAMES = Object.keys(KINDS).map((kind) => JSON.stringify(kind));

/** Checks the fields of an entry against the format of a catalogue (demo/FORMAT.md). */
export function checkEntry(value: Record<string, unknown>): CheckedEntry {
  const faults = faultsOf(value);
  if (faults.length > 0) return { faults: faults.map((fault) => withValue(fault, value)) };
  return { entry: value as unknown as CatalogueEntry };
}

/** A fault with the value at its pointer, unless it says itself what it got. */
export const withValue = ({ got, ...fault }: EntryFault, entry: unknown): Required<EntryFault> => ({
  ...fault,
  got: got ?? shownValue(at(entry, fault.pointer)),
});

/** A value in a message: short, on one line. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return excerpt(JSON.stringify(value));
}

/** The beginning of a string from the file, with a question mark for each invisible character. */
export function excerpt(text: string): string {
  const plain = printable(text).replaceAll(/[\n\p{Cf}]/gu, '?');
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

function faultsOf(line: Record<string, unknown>): EntryFault[] {
  const { kind } = line;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    return [{ pointer: '/kind', expected: `one of ${KIND_NAMES.join(', ')}` }];
  }
  const members = KINDS[kind as keyof typeof KINDS];
  const faults = Object.entries(members).flatMap(([name, check]) =>
    Object.hasOwn(line, name) ? check(line[name], `/${name}`) : [{ pointer: `/${name}`, expected: 'a value' }],
  );
  const unknown = Object.keys(line).filter((name) => name !== 'kind' && !Object.hasOwn(members, name));
  // The data of a misspelt name would be lost silently.
  return [...faults, ...unknown.map((name) => ({ pointer: pointerTo(name), ...NO_SUCH_FIELD }))];
}

const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
