import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { shownValue } from '../received.ts';
import { type BodyPlace, type Recogniser, shownAt } from './place.ts';

/** A date-time with a numeric offset: the form of the document's times. */
export const DATE_TIME: RegExp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

const FORM = 'YYYY-MM-DDThh:mm:ss and the UTC offset, such as +00:00';

/** What is usually wrong with a text, and the text without it. The first one that has the expected form is shown. */
const CORRECTIONS: readonly (readonly [what: string, advice: string, correct: (text: string) => string])[] = [
  ['ends with Z, not with a numeric UTC offset', 'Write +00:00 instead of Z', (text) => text.replace(/Z$/, '+00:00')],
  ['has a blank between date and time, not a T', 'Write T between date and time', (text) => text.replace(' ', 'T')],
  [
    'has no UTC offset',
    'Write the UTC offset behind the time',
    (text) => (/:\d\d(\.\d+)?$/.test(text) ? `${text}+00:00` : text),
  ],
  [
    'has an offset without a colon',
    'Write the offset with a colon',
    (text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  ],
  ['has no seconds', 'Write the seconds, too', (text) => text.replace(/(T\d\d:\d\d)(?=[+-Z]|$)/, '$1:00')],
  [
    'is one month, without the dash of a period',
    'Add the end, or write only the dash where the period is open',
    (text) => `${text} - `,
  ],
  ['has capital letters', 'Write it in lower case', (text) => text.toLowerCase()],
  ['has blanks around it', 'Leave out the blanks around it', (text) => text.trim()],
  ['begins with a point', 'Write a zero before the point', (text) => text.replace(/^\./, '0.')],
  ['has a decimal comma', 'Write a decimal point', (text) => text.replace(',', '.')],
  ['has the month before the year', 'Write the year first', (text) => text.replace(/^(\d\d)[./-](\d{4})$/, '$2-$1')],
  [
    'counts hours and minutes',
    'Write hours as one decimal number',
    (text) =>
      text.replace(/^(\d+):([0-5]\d)$/, (_, hours: string, minutes: string) =>
        String(Math.round((Number(hours) + Number(minutes) / 60) * 100) / 100),
      ),
  ],
];

/** A text of another form than the documented one: what is wrong with it, and a text that is right. */
export const textForm: Recogniser = ({ expected, value, name, names, pointer, shown }) => {
  if (!/text (that matches|in the format)/.test(expected) || typeof value !== 'string') return undefined;
  const examples = shownTexts(shown, pointer);
  const isTime = expected.includes('date-time') || examples.some((text) => DATE_TIME.test(text));
  const isRight = (text: string): boolean => (isTime ? DATE_TIME.test(text) : patternOf(expected)?.test(text) === true);
  const found = CORRECTIONS.find(([, , correct]) => correct(value) !== value && isRight(correct(value)));
  const example = joinWords(
    examples.map((text) => shownValue(text)),
    'or',
  );
  const like = isTime ? FORM : example;
  if (like === '') return undefined;
  const [what, advice, correct] = found ?? [];
  const texts = examples.map((text) => shownValue(text)).join(' and ');
  return {
    title: `${names} ${what ?? unknownForm(value, isTime)}`,
    expected: isTime ? `${FORM}, in ${name}` : `text of the documented form in ${name}, for example ${example}`,
    ...(isTime ? { cause: `${name} ${what ?? unknownForm(value, isTime)}` } : {}),
    ...(isTime || found
      ? {}
      : { reading: `The document states the form as a pattern; ${texts} keep${examples.length === 1 ? 's' : ''} it.` }),
    next: correct ? `${advice}: ${shownValue(correct(value))}.` : `Write ${name} as ${like}.`,
  };
};

/** What is said of a text that none of the corrections makes right. */
function unknownForm(value: string, isTime: boolean): string {
  if (!isTime) return 'has another form than the documented one';
  return DATE_TIME.test(value) ? 'is a time that no calendar has' : 'is no date-time with a UTC offset';
}

function patternOf(expected: string): RegExp | undefined {
  const [, source] = /text that matches (.+?)(?: or "")?$/.exec(expected) ?? [];
  try {
    return source === undefined ? undefined : new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/** Texts that the document shows at a place: the longest and the shortest one. */
export function shownTexts(shown: BodyPlace['shown'], pointer: string): string[] {
  const texts = shownAt(shown, pointer)
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .toSorted((a, b) => b.length - a.length);
  const [longest, shortest] = [texts[0], texts.at(-1)];
  if (longest === undefined || shortest === undefined) return [];
  return longest.length === shortest.length ? [longest] : [longest, shortest];
}
