import { shownValue } from '../received.ts';
import { failureAsSuccess, forbiddenMember, halfOfPair, missingMember } from './field-form.ts';
import { inPlaceOfList, inPlaceOfRecord, jsonInText, wrongBody } from './list-form.ts';
import { type BodyPlace, type Deviation, entriesText, type Recogniser, subject } from './place.ts';
import { textForm } from './text-form.ts';
import { emptyText, inPlaceOfNumber, inPlaceOfText, nullValue } from './value-form.ts';

/** The kinds of differences that are known; the first that fits a place speaks. */
const RECOGNISERS: readonly Recogniser[] = [
  failureAsSuccess,
  halfOfPair,
  missingMember,
  forbiddenMember,
  jsonInText,
  wrongBody,
  inPlaceOfList,
  inPlaceOfRecord,
  nullValue,
  emptyText,
  textForm,
  inPlaceOfText,
  inPlaceOfNumber,
];

/** Says what is wrong at a place of a body, and what its owner does next. */
export function deviationOf(place: BodyPlace): Deviation {
  for (const recognise of RECOGNISERS) {
    const found = recognise(place);
    if (found) return { ...anyDeviation(place), ...found };
  }
  return anyDeviation(place);
}

/** What can be said of any difference. */
function anyDeviation(place: BodyPlace): Deviation {
  const { pointer, name, names, expected, got } = place;
  const wanted = readable(expected);
  return {
    title: `${subject(place)} ${['number', 'boolean'].includes(typeof place.value) ? place.value : got}, not ${wanted}`,
    expected:
      pointer === ''
        ? `${wanted} as the body`
        : `${wanted.replace(/ or ""$/, ', or "" where there is no value,')} in ${name}`,
    got: gotText(place),
    next:
      pointer === ''
        ? 'Send the body in a form that the document has for this response: its examples show them.'
        : expected.includes('text that matches')
          ? // A pattern is not worth reading twice.
            `Write ${names} in the expected form.`
          : `Write ${wanted} in ${names}.`,
  };
}

/** A longer pattern tells a reader less than the words of its clause. */
const LONGEST_PATTERN = 60;

/** What is expected, without a pattern that nobody reads. */
export const readable = (expected: string): string =>
  expected.replace(/text that matches (\S+)/, (whole, { length }: string) =>
    length > LONGEST_PATTERN ? 'text that matches the pattern of the document' : whole,
  );

/** Places that are named beside the first one. */
const MOST_PLACES = 3;

function gotText(place: BodyPlace): string {
  const { got, value, others } = place;
  const isShown = ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
  const what = isShown ? `${shownValue(value)}, ${got}` : got;
  const count = entriesText(place);
  if (count) return `${what}, ${count}`;
  if (others.length === 0) return what;
  const places = others.slice(0, MOST_PLACES).join(', ');
  return `${what}, and likewise in ${others.length} more: ${places}${others.length > MOST_PLACES ? ' …' : ''}`;
}
