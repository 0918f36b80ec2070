import { shownValue } from '../received.ts';
import { type Recogniser, subject } from './place.ts';
import { shownTexts } from './text-form.ts';

/** `an integer or ""`: the place may be empty. */
const mayBeEmpty = (expected: string): boolean => / or ""$|^a string$/.test(expected);

const isNumber = (expected: string): boolean => /^(an integer|a number)\b/.test(expected);

/** Null where a value, or an empty text, belongs. */
export const nullValue: Recogniser = (place) => {
  const { expected, value, names } = place;
  if (value !== null || !mayBeEmpty(expected)) return undefined;
  return {
    title: `${subject(place)} null, not ${expected}`,
    next: `Send "" in ${names} where there is no value, not null.`,
  };
};

/** An empty text where a value has to stand. */
export const emptyText: Recogniser = (place) => {
  if (place.value !== '') return undefined;
  return {
    title: `${subject(place)} empty`,
    next: `Send a value in ${place.names}, or leave the whole record out where there is none.`,
  };
};

const OF_BOOLEANS = 'A boolean often comes from a test of the value, or from a column of another type.';

/** Something else instead of a text. */
export const inPlaceOfText: Recogniser = (place) => {
  const { expected, value, pointer, shown } = place;
  if (!/^(a string$|text )/.test(expected)) return undefined;
  const [example] = shownTexts(shown, pointer);
  if (typeof value === 'number') {
    return {
      title: `${subject(place)} a number, not a text`,
      next:
        example !== undefined && /^\d{4}-\d\d/.test(example) && value > 9999
          ? `Write the time as text, such as ${shownValue(example)}, not as a count of seconds.`
          : `Write it in quotation marks${example === undefined ? '' : `, as the document has it: ${shownValue(example)}`}.${/^0|[ .]/.test(example ?? '') ? ' A number loses the zeros and blanks of the text ("2.0" becomes 2).' : ''}`,
    };
  }
  if (typeof value === 'boolean') {
    return {
      title: `${subject(place)} ${value}, not a text`,
      next: `Send the text itself${example === undefined ? '' : ` (the document has ${shownValue(example)})`}${mayBeEmpty(expected) ? ', or "" where there is none' : ''}. ${OF_BOOLEANS}`,
    };
  }
  return undefined;
};

/** Something else instead of a number. */
export const inPlaceOfNumber: Recogniser = (place) => {
  const { expected, value, names } = place;
  if (!isNumber(expected)) return undefined;
  if (typeof value === 'number') {
    const [, most] = /^a number <= (\d+)$/.exec(expected) ?? [];
    if (Number(most) === Number.MAX_SAFE_INTEGER) {
      return {
        title: `${subject(place)} a number too large for readers of JSON to keep it exactly`,
        next: `Use another identifier, or send ${names} within ${most}: readers of JSON round a larger number, and it names something else.`,
      };
    }
    return Number.isInteger(value)
      ? undefined
      : { title: `${subject(place)} ${value}, not a whole number`, next: `Round it: ${Math.round(value)}.` };
  }
  if (typeof value === 'boolean') {
    return {
      title: `${subject(place)} ${value}, not a number`,
      next: `Send the number itself${mayBeEmpty(expected) ? ', or "" where there is none' : ''}. ${OF_BOOLEANS}`,
    };
  }
  if (typeof value !== 'string') return undefined;
  const title = `${subject(place)} a text, not a number`;
  if (/^-?\d+(\.\d+)?$/.test(value)) return { title, next: `Leave the quotation marks out: ${value}.` };
  const [number] = /^-?\d+(?:[.,]\d+)?(?!\d)/.exec(value) ?? [];
  if (number === undefined) return undefined;
  const what =
    number === value ? 'with a decimal point and without quotation marks' : 'alone, without quotation marks and unit';
  return { title, next: `Write the number ${what}: ${number.replace(',', '.')}.` };
};
