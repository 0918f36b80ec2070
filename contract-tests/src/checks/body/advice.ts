import { at } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { parse } from '../read-body.ts';
import { shownValue } from '../received.ts';
import { entriesText, firstNames, isObject, parentOf, type Recogniser, shownAt, subject } from './place.ts';
import { shownTexts, textForm } from './text-form.ts';

export const FAILURE_AS_SUCCESS = 'A failure is sent with status 200';

/** A body that says of itself that it is an error. */
const failureAsSuccess: Recogniser = ({ pointer, expected, body }) => {
  if (pointer !== '/success' || expected !== 'true' || Object(body).success !== false) return undefined;
  const { data, message } = Object(body);
  return {
    title: FAILURE_AS_SUCCESS,
    got: 'success false with status 200, to a request that should succeed',
    evidence: `success: false; ${data === undefined ? 'no data' : `data: ${shownValue(data)}`}${message === undefined ? '' : `; message: ${shownValue(message, LONGEST)}`}`,
    next:
      data === undefined
        ? 'There is no data: send the status of the error instead of 200.'
        : 'Write true in success if the lookup succeeded; otherwise send the status of the error, without data.',
  };
};

/** Characters that are shown of a message, and of what may stand under another name. */
const LONGEST = 60;

/** Fields of the full envelope of which a simplified one has neither. "Each response carries api_version", by id. */
const PAIR = ['timestamp', 'api_version'];
const VERSION_CLAUSE = 'versioning.1';

/** One of two fields that come together or not at all: the missing one is the news. */
const halfOfPair: Recogniser = ({ pointer, expected, body }) => {
  const name = pointer.slice(1);
  const missing = PAIR.find((other) => other !== name);
  if (expected !== 'nothing' || !PAIR.includes(name) || missing === undefined || missing in Object(body))
    return undefined;
  return {
    title: `${missing} is missing beside ${name}`,
    expected: `both or neither of ${joinWords(PAIR)}`,
    got: `\`${name}\` without \`${missing}\`: half of the full envelope`,
    next:
      name === 'timestamp'
        ? `Add \`${missing}\`: each response carries it (${VERSION_CLAUSE}).`
        : `Add \`${missing}\`, or leave out \`${name}\`, too.`,
  };
};

const MOST_MEMBERS = 12;

/** A field that is not there; it may stand there under another name. */
const missingMember: Recogniser = (place) => {
  const { pointer, got, name, names, body, shown, undocumented } = place;
  if (got !== 'nothing') return undefined;
  const parent = parentOf(pointer);
  const record = Object(at(body, parent));
  const members = Object.keys(record);
  const known = shownAt(shown, parent).flatMap((one) => Object.keys(Object(one)));
  const strangers = members.filter((member) =>
    known.length > 0 ? !known.includes(member) : undocumented.includes(`${parent}/${member}`),
  );
  const [stranger] = strangers;
  const isRenamed = stranger !== undefined && strangers.length === 1 && names === name;
  const count = entriesText(place);
  const strangersText = isRenamed ? `${stranger}: ${shownValue(record[stranger], LONGEST)}` : firstNames(strangers);
  return {
    title: `${subject(place)} missing${count && ` ${count}`}${isRenamed ? `; ${stranger} stands in its place` : ''}`,
    expected: `the field ${name}`,
    got: `an object without ${name}${count && `, ${count}`}`,
    evidence: `${members.length === 1 ? '1 field' : `${members.length} fields`}${parent === '' ? '' : ` in ${parent}`}: ${firstNames(members, MOST_MEMBERS)}; ${strangers.length > 0 ? `not documented: ${strangersText}` : 'all of them documented'}`,
    next: isRenamed
      ? `If ${stranger} holds what belongs into ${name}, rename it to ${name}; otherwise add ${name}.`
      : `Send ${names} in every ${parent === '' ? 'such response' : 'record, also where the value is not known'}.`,
  };
};

/** A field that has no place there. */
const forbiddenMember: Recogniser = (place) =>
  place.expected === 'nothing'
    ? { title: `${subject(place)} there, and the document has no such field`, next: `Leave ${place.names} out.` }
    : undefined;

/** A list or record that was made a text before the body was. */
const jsonInText: Recogniser = (place) => {
  const { value, names, pointer } = place;
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || !parse(value)) return undefined;
  const what = /^\s*\[/.test(value) ? 'the list' : 'the object';
  return {
    title: `${subject(place)} JSON as a text, not ${what} itself`,
    next: `Send ${what} itself${pointer === '' ? '' : ` in ${names}`}, not the text of it: it is serialized twice.`,
  };
};

/** A body that is a list, where the document has an object around it. */
const bareList: Recogniser = ({ pointer, value, shown }) => {
  if (pointer !== '' || !Array.isArray(value)) return undefined;
  const example = shown.find(isObject) ?? {};
  const list = Object.keys(example).find((name) => Array.isArray(example[name]));
  const all = joinWords(Object.keys(example)) || 'the documented fields';
  return {
    title: 'The body is a bare list, without the object around it',
    expected: `an object with ${all}`,
    got: `an array of ${value.length}`,
    next: `Send an object with ${all}${list === undefined ? '' : `; the list belongs into ${list}`}.`,
  };
};

/** An object where a list belongs: one record alone, an object around the list, or a list with its numbers as names. */
const objectForList: Recogniser = ({ expected, value, name, shown, pointer }) => {
  if (!/\ban array\b/.test(expected) || !isObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) {
    return {
      title: `${name} is an object with the numbers of a list as names, not a list`,
      next: `Write ${name} as an array of its values.`,
    };
  }
  const elements = shownAt(shown, pointer).flat().filter(isObject);
  const known = [...new Set(elements.flatMap(Object.keys))];
  if (keys.some((key) => known.includes(key))) {
    return {
      title: `${name} is one record alone, not a list`,
      next: `Put the record into a list, also when there is only one: "${name}": [ { … } ].`,
    };
  }
  const lists = keys.filter((key) => Array.isArray(value[key]));
  if (lists.length === 1) {
    return {
      title: `${name} is an object around the list, not the list itself`,
      got: `an object with ${joinWords(keys)}; the list stands in ${name}.${lists[0]}`,
      next: `Move the list from ${name}.${lists[0]} to ${name}.`,
    };
  }
  return {
    title: `${name} is an object, not a list`,
    got: `an object with ${firstNames(keys)}`,
    next: `Write ${name} as an array${known.length > 0 ? ` of objects with ${firstNames(known)}` : ''}.`,
  };
};

/** A list where a record belongs. */
const listForRecord: Recogniser = ({ expected, value, name }) => {
  if (!/\ban object\b/.test(expected) || !Array.isArray(value)) return undefined;
  const { length } = value;
  return length === 0
    ? {
        title: `${name} is an empty list, not a record`,
        next: 'Send the record; where there is none, reject with the status that the document has for it.',
      }
    : {
        title: `${name} is a list of ${length}, not a record`,
        got: `an array of ${length}`,
        next: `Send the record itself in ${name}, without the list around it.`,
      };
};

/** Null, or an empty text, where a value belongs. */
const noValue: Recogniser = (place) => {
  const { expected, value, names } = place;
  if (value === null && /\ban array\b/.test(expected))
    return { title: `${names} is null, not a list`, next: `Send [] in ${names} where there is nothing, not null.` };
  if (value === null && / or ""$|^a string$/.test(expected))
    return { next: `Send "" in ${names} where there is no value, not null.` };
  if (value !== '') return undefined;
  return {
    title: `${subject(place)} empty`,
    next: `Send a value in ${names}, or leave the whole record out where there is none.`,
  };
};

/** Something else where a string belongs. */
const valueForText: Recogniser = ({ expected, value, names, pointer, shown }) => {
  if (!/^(a string$|text )/.test(expected) || !['number', 'boolean'].includes(typeof value)) return undefined;
  const [example] = shownTexts(shown, pointer);
  const like = example === undefined ? '' : `, as the document has it: ${shownValue(example)}`;
  return { next: `Write a string in ${names}${like}.` };
};

/** Something else where a number belongs, or another number. */
const valueForNumber: Recogniser = (place) => {
  const { expected, value, names } = place;
  if (!/^(an integer|a number)\b/.test(expected)) return undefined;
  const [, most] = /^a number <= (\d+)$/.exec(expected) ?? [];
  if (typeof value === 'number' && Number(most) === Number.MAX_SAFE_INTEGER) {
    return {
      title: `${subject(place)} a number too large for readers of JSON to keep it exactly`,
      next: `Use another identifier, or send ${names} within ${most}: readers of JSON round a larger number, and it names something else.`,
    };
  }
  if (typeof value === 'number' && !Number.isInteger(value))
    return { title: `${subject(place)} ${value}, not a whole number`, next: `Round it: ${Math.round(value)}.` };
  const [number] = typeof value === 'string' ? (/^-?\d+(?:[.,]\d+)?(?!\d)/.exec(value) ?? []) : [];
  if (number === undefined) return undefined;
  const isAlone = number === value;
  return {
    title: `${subject(place)} a text, not a number`,
    next: `${isAlone ? 'Leave the quotation marks out' : 'Write the number alone, without quotation marks and unit'}: ${number.replace(',', '.')}.`,
  };
};

/** What is said of the differences between a body and its schema that are known; the first that fits a place speaks. */
export const ADVICE: readonly Recogniser[] = [
  failureAsSuccess,
  halfOfPair,
  missingMember,
  forbiddenMember,
  jsonInText,
  bareList,
  objectForList,
  listForRecord,
  noValue,
  textForm,
  valueForText,
  valueForNumber,
];
