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

/** An optional first line that describes the data; it is not loaded. */
export interface OriginLine {
  kind: 'origin';
  /** Beginning of the version name. */
  label: string;
  /** Source and terms of the data. */
  text: string;
}

/** An entry or its errors. A note is a comment for readers of the file and is not loaded. */
export type CheckedEntry =
  | { entry: CatalogueEntry | OriginLine | { kind: 'note' } }
  | { faults: Required<EntryFault>[] };

/** The content of a line in a file. */
export interface ReadEntry extends LinePlace {
  /** Checked entry; undefined for an empty line. */
  result: CheckedEntry | undefined;
}

/** Checks the value at a JSON Pointer and returns its errors. */
type Check = (value: unknown, pointer: string) => EntryFault[];

const NO_SUCH_FIELD = { expected: 'no such field', got: 'one' };

/**
 * Returns a check that validates a value as part of a response in the contract, so that the format is defined only once.
 * @param wrap returns response data that contain the value
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
const label = that(isLabel, 'at most 64 characters (a to z, 0 to 9, "." and "-"), such as my-data-2026');
const pattern = that(
  isVinPattern,
  '8 to 17 VIN characters, with "." for any character except the first three, and optionally "?" at the end',
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

/** The required fields of each kind of line. */
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

/** Checks the fields of an entry against the catalogue format (demo/FORMAT.md). */
export function checkEntry(value: Record<string, unknown>): CheckedEntry {
  const faults = faultsOf(value);
  if (faults.length > 0) return { faults: faults.map((fault) => withValue(fault, value)) };
  return { entry: value as unknown as CatalogueEntry };
}

/** Adds the value at the pointer to an error, unless the error already contains the actual value. */
export const withValue = ({ got, ...fault }: EntryFault, entry: unknown): Required<EntryFault> => ({
  ...fault,
  got: got ?? shownValue(at(entry, fault.pointer)),
});

/** Formats a value for a message, shortened to one line. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return excerpt(JSON.stringify(value));
}

/** Returns the beginning of a string from the file, with a question mark instead of each invisible character. */
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
  // The data of a field with a misspelt name would otherwise be lost silently.
  return [...faults, ...unknown.map((name) => ({ pointer: pointerTo(name), ...NO_SUCH_FIELD }))];
}

const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
