import type { ResponseIssue } from '@vehicle-lookup/contract/validators';
import { at, keysOf } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import type { FoundViolation } from '../check.ts';
import { parse } from '../read-body.ts';
import { shownValue } from '../received.ts';

/** A difference between a body and its schema, at one location and at all similar locations. */
export interface BodyPlace extends Pick<ResponseIssue, 'pointer' | 'expected' | 'got'> {
  body: unknown;
  /** The fields that differ in the same way, starting with the field at the pointer: `year, yearEnd and valves`. */
  names: string;
  /** JSON Pointers of the same field in other elements of the list. */
  others: readonly string[];
  /** The bodies that the document shows for this response. */
  shown: readonly unknown[];
  /** JSON Pointers of body fields that the document does not mention. */
  undocumented: readonly string[];
}

/** The finding texts for a difference, including the next step. */
type Deviation = Pick<FoundViolation, 'title' | 'expected' | 'got' | 'next' | 'around'>;

export const FAILURE_AS_SUCCESS = 'A failure is sent with status 200';

/** Returns the finding texts for a difference in a body. */
export function deviationOf(place: BodyPlace): Deviation {
  const { pointer, names, body } = place;
  const value = at(body, pointer);
  const wanted = readable(place.expected);
  const isShown = value !== '' && SCALARS.includes(typeof value) && !names.includes(' ');
  return {
    title: `${subject(names)} ${isShown ? shownValue(value) : place.got}, not ${wanted}`,
    expected:
      pointer === ''
        ? `${wanted} as the body`
        : `${wanted.replace(/ or ""$/, ', or "" where there is no value,')} in ${memberName(pointer)}`,
    got: gotText(place, value),
    next:
      pointer === ''
        ? 'Send the body in an envelope that the document has for this response, as shown in its examples.'
        : `Write ${wanted} in ${names}${exampleText(place)}.`,
    ...adviceOn(place, value),
  };
}

const SCALARS = ['string', 'number', 'boolean'];

/** Returns more specific texts for common differences, to replace the general texts. */
function adviceOn(place: BodyPlace, value: unknown): Partial<Deviation> {
  const { pointer, expected, got, names } = place;
  if (pointer === '/success' && expected === 'true' && value === false) {
    return {
      title: FAILURE_AS_SUCCESS,
      got: 'success false with status 200, to a request that should succeed',
      around: 0,
      next: 'Send the status of the error instead of 200; if the lookup succeeded, set success to true.',
    };
  }
  if (got === 'nothing') return missingField(place);
  // Only envelope schemas exclude fields, namely the fields of other envelopes.
  if (expected === 'nothing') {
    return {
      title: `${subject(names)} not part of this envelope`,
      expected: `no ${names} without the other fields of its envelope`,
      next: `Send the whole envelope that has ${names}, or leave ${names} out.`,
    };
  }
  if (typeof value === 'string' && /^\s*[[{]/.test(value) && parse(value)) {
    return {
      title: `${subject(names)} JSON in a string`,
      next: 'Send the list or the object itself: it was serialized twice.',
    };
  }
  if (value === '')
    return { title: `${subject(names)} empty`, next: `Send a value in ${names}, or leave out the whole record.` };
  if (value === null && (expected === 'an array' || / or ""$|^a string$/.test(expected))) {
    return { next: `Send ${expected === 'an array' ? '[]' : '""'} in ${names} where there is no value, not null.` };
  }
  if (expected === 'an array' && got === 'an object') {
    return {
      got: `an object with ${firstNames(Object.keys(Object(value)))}`,
      next: `Send an array in ${names}, even with only one element.`,
    };
  }
  if (expected === 'an object' && Array.isArray(value) && pointer !== '')
    return {
      next: `Send the record itself in ${names}, without a list around it; without a record, reject the request.`,
    };
  return {};
}

/** Returns the texts for a missing field. An undocumented field may contain its value. */
function missingField(place: BodyPlace): Deviation {
  const { pointer, names, undocumented } = place;
  const [parent, name] = [parentOf(pointer), memberName(pointer)];
  const strangers = undocumented.filter((other) => parentOf(other) === parent).map(memberName);
  const count = entriesText(place);
  const where = parent === '' ? 'such response' : 'record, even if the value is not known';
  return {
    title: `${subject(names)} missing${count && ` ${count}`}`,
    expected: `the field ${name}`,
    got: `an object without ${name}${count && `, ${count}`}${strangers.length > 0 ? `; not documented: ${firstNames(strangers)}` : ''}`,
    next: `Send ${names} in every ${where}${strangers.length === 1 ? `; if ${strangers[0]} contains the value, rename ${strangers[0]}` : ''}.`,
  };
}

/** Returns the beginning of a title: `year is`, `year and yearEnd are each`. */
const subject = (names: string): string =>
  `${names.replace(/^an /, 'An ').replace(/^the /, 'The ')} ${names.includes(' and ') ? 'are each' : 'is'}`;

/** Removes the pattern from an expectation: an example is more helpful. */
const readable = (expected: string): string =>
  expected.replace(/text that matches .+?(?= or ""$|$)/, 'text of the documented format');

/** Returns the longest and the shortest documented value of a field: `, for example "2.1"`. */
function exampleText({ pointer, expected, shown }: BodyPlace): string {
  const type = /string|text/.test(expected) ? 'string' : 'number';
  const values = shownAt(shown, pointer)
    .filter((value) => typeof value === type && value !== '')
    .toSorted((a, b) => String(b).length - String(a).length);
  const examples = new Set([...values.slice(0, 1), ...values.slice(-1)].map((value) => shownValue(value)));
  return examples.size === 0 ? '' : `, for example ${joinWords([...examples], 'or')}`;
}

/** Returns the values of a field in the documented bodies, from any element of a list. */
function shownAt(shown: readonly unknown[], pointer: string): unknown[] {
  const [, list, rest = ''] = /^(.*)\/\d+(\/.*)$/.exec(pointer) ?? [];
  if (list === undefined) return shown.map((one) => at(one, pointer));
  return shown.flatMap((one) => {
    const elements: unknown = at(one, list);
    return Array.isArray(elements) ? elements.map((element) => at(element, rest)) : [];
  });
}

function gotText(place: BodyPlace, value: unknown): string {
  const { got, others } = place;
  const isShown = SCALARS.includes(typeof value) && value !== '';
  const what = isShown ? `${shownValue(value)}, ${got}` : got;
  const count = entriesText(place);
  if (count) return `${what}, ${count}`;
  return others.length === 0 ? what : `${what}, and likewise in ${others.length} more, such as ${others[0]}`;
}

/** The number of elements from which a count is only a minimum, because validators stop at 10,000 issues per body. */
const COUNTED = 1000;

/** Returns the number of affected list entries: `in 1 of 12 entries`. Empty for a field outside a list. */
function entriesText({ pointer, others, body }: BodyPlace): string {
  const [, list] = /^(.*)\/\d+(?:\/\D[^/]*)*$/.exec(pointer) ?? [];
  const elements: unknown = list === undefined ? undefined : at(body, list);
  if (!Array.isArray(elements) || elements.length < 2) return '';
  const found = 1 + others.filter((other) => other.startsWith(`${list}/`)).length;
  if (found > elements.length) return '';
  if (found === elements.length) return `in all ${found} entries`;
  return `in ${found >= COUNTED ? 'at least ' : ''}${found} of ${elements.length} entries`;
}

/** Returns the field name at a JSON Pointer, `an element of data` for a list element, or `the body`. */
export function memberName(pointer: string): string {
  const keys = keysOf(pointer);
  const index = keys.findLastIndex((key) => !/^\d+$/.test(key));
  const name = keys[index];
  if (name === undefined) return keys.length === 0 ? 'the body' : 'an element of the body';
  return index === keys.length - 1 ? name : `an element of ${name}`;
}

export const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

const MOST_NAMES = 6;

/** Returns the first names of a list: `name, slug, …`. */
const firstNames = (names: readonly string[]): string =>
  names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')}, …` : joinWords(names);
