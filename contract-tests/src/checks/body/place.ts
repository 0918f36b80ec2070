import type { ResponseIssue } from '@vehicle-lookup/contract/validators';
import { at, keysOf } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';

/** A difference between a body and its schema, at one place and at all places like it. */
export interface BodyPlace extends Pick<ResponseIssue, 'pointer' | 'expected' | 'got'> {
  body: unknown;
  /** What stands there; undefined where nothing does. */
  value: unknown;
  /** `carId`; of an element of a list `an element of data`, of the body `the body`. */
  name: string;
  /** The fields that differ in the same way, this one first: `year, yearEnd and valves`. */
  names: string;
  /** The same field of other elements of the list, as JSON Pointers. */
  others: readonly string[];
  /** The bodies that the document shows for this response. */
  shown: readonly unknown[];
  /** Fields of the body that the document does not mention, as JSON Pointers. */
  undocumented: readonly string[];
}

/** What is wrong at a place, and what its owner does next. */
export interface Deviation {
  /** A sentence without its full stop. */
  title: string;
  expected: string;
  got: string;
  next: string;
  /** What leads from the clause to what is expected. */
  reading?: string;
  /** What to show instead of the value. */
  evidence?: string;
  /** What the same difference in other responses follows from. */
  cause?: string;
}

/** What is known of a kind of difference; undefined for other kinds. The rest is said as of any difference. */
export type Recogniser = (place: BodyPlace) => Partial<Deviation> | undefined;

export const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** The name of the field at a place; of an element of a list `an element of data`, of the body `the body`. */
export function memberName(pointer: string): string {
  const keys = keysOf(pointer);
  const index = keys.findLastIndex((key) => !/^\d+$/.test(key));
  const name = keys[index];
  if (name === undefined) return keys.length === 0 ? 'the body' : 'an element of the body';
  return index === keys.length - 1 ? name : `an element of ${name}`;
}

/** The validators stop at 10,000 issues of a body, so that a longer list may have more. */
const COUNTED = 1000;

/** `in 1 of 12 entries`: of a field of records in a list; empty elsewhere. */
export function entriesText({ pointer, others, body }: Pick<BodyPlace, 'pointer' | 'others' | 'body'>): string {
  const [, list] = /^(.*)\/\d+(?:\/\D[^/]*)*$/.exec(pointer) ?? [];
  const elements: unknown = list === undefined ? undefined : at(body, list);
  if (!Array.isArray(elements) || elements.length < 2) return '';
  const found = 1 + others.filter((other) => other.startsWith(`${list}/`)).length;
  if (found > elements.length) return '';
  if (found === elements.length) return `in all ${found} entries`;
  return `in ${found >= COUNTED ? 'at least ' : ''}${found} of ${elements.length} entries`;
}

/** The values that the documented bodies have at a place, in any element of a list. */
export function shownAt(shown: readonly unknown[], pointer: string): unknown[] {
  const list = /^(.*)\/\d+(\/.*)$/.exec(pointer);
  return shown.flatMap((one): unknown[] => {
    const [, place = '', rest = ''] = list ?? [];
    const elements: unknown = list ? at(one, place) : undefined;
    return Array.isArray(elements) ? elements.map((element) => at(element, rest)) : [at(one, pointer)];
  });
}

/** The beginning of a title: `year is`, `year and yearEnd are each`. */
export const subject = ({ name, names }: Pick<BodyPlace, 'name' | 'names'>): string =>
  `${names.replace(/^an /, 'An ').replace(/^the /, 'The ')} ${names === name ? 'is' : 'are each'}`;

/** Whether a value is an object and not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of some names: `name, slug, …`. */
export function firstNames(names: readonly string[], most = 6): string {
  return names.length > most ? `${names.slice(0, most).join(', ')}, …` : joinWords(names);
}
