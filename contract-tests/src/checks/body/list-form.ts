import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { firstNames, isObject, type Recogniser, shownAt, subject } from './place.ts';

/** JSON that was made text before the body was: the parsed value. */
function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A list or record that was made a text. */
export const jsonInText: Recogniser = (place) => {
  const { value, names, pointer } = place;
  if (jsonIn(value) === undefined) return undefined;
  const what = Array.isArray(jsonIn(value)) ? 'the list' : 'the object';
  return {
    title: `${subject(place)} JSON as a text, not ${what} itself`,
    next: `Send ${what} itself${pointer === '' ? '' : ` in ${names}`}, not the text of it: it is serialized twice.`,
  };
};

/** A place that wants a list: what came in its place. */
export const inPlaceOfList: Recogniser = ({ expected, value, name, shown, pointer }) => {
  if (!/\ban array\b/.test(expected)) return undefined;
  if (value === null) {
    return { title: `${name} is null, not a list`, next: `Send [] in ${name} where there is nothing, not null.` };
  }
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) {
    return {
      title: `${name} is an object with the numbers of a list as names, not a list`,
      next: `Write ${name} as an array of its values: a map with numbers as keys, or a list with gaps, becomes an object (in PHP array_values helps).`,
    };
  }
  const inner = Object.entries(value).filter(([, own]) => Array.isArray(own));
  const known = elementNames(shown, pointer);
  const isRecord = keys.some((key) => known.includes(key));
  if (isRecord) {
    return {
      title: `${name} is one record alone, not a list`,
      next: `Put the record into a list, also when there is only one: "${name}": [ { … } ].`,
    };
  }
  const [only] = inner;
  if (only && inner.length === 1) {
    return {
      title: `${name} is an object around the list, not the list itself`,
      got: `an object with ${joinWords(keys)}; the list stands in ${name}.${only[0]}`,
      next: `Move the list from ${name}.${only[0]} to ${name}.`,
    };
  }
  return {
    title: `${name} is an object, not a list`,
    got: `an object with ${firstNames(keys)}`,
    next:
      known.length > 0
        ? `Write ${name} as an array of objects with ${firstNames(known)}.`
        : `Write ${name} as an array.`,
  };
};

/** The names of the fields that elements of a documented list have. */
function elementNames(shown: readonly unknown[], pointer: string): string[] {
  const elements = shownAt(shown, pointer).flat();
  return [...new Set(elements.flatMap((element) => (isObject(element) ? Object.keys(element) : [])))];
}

/** A place that wants a record: a list came. */
export const inPlaceOfRecord: Recogniser = ({ expected, value, name, pointer }) => {
  if (!/\ban object\b/.test(expected) || pointer === '' || !Array.isArray(value)) return undefined;
  const { length } = value;
  if (length === 0) {
    return {
      title: `${name} is an empty list, not a record`,
      next: 'Send the record; where there is none, reject with the status that the document has for it. An empty map is written as [] by some serializers: it has to be {}.',
    };
  }
  return {
    title: `${name} is a list of ${length}, not a record`,
    got: `an array of ${length}`,
    next: `Send the record itself in ${name}, without the list around it${length > 1 ? ': this operation returns one' : ''}.`,
  };
};

/** A body that is not the documented object. */
export const wrongBody: Recogniser = ({ pointer, value, shown }) => {
  if (pointer !== '' || !Array.isArray(value)) return undefined;
  const example = shown.find(isObject);
  const names = Object.keys(example ?? {});
  const list = names.find((name) => Array.isArray(example?.[name]));
  const all = names.length === 0 ? 'the documented fields' : joinWords(names);
  return {
    title: 'The body is a bare list, without the object around it',
    expected: `an object with ${all}`,
    got: `an array of ${value.length}`,
    next: `Send an object with ${all}${list === undefined ? '' : `; the list belongs into ${list}`}.`,
  };
};
