import type { BodyVerdict, ResponseIssue } from '@vehicle-lookup/contract/validators';
import { at, pattern } from '@vehicle-lookup/openapi';
import { type Basis, joinWords } from '@vehicle-lookup/openapi/selectors';
import { defined } from '../../defined.ts';
import { groupBy } from '../../group-by.ts';
import type { FoundViolation } from '../check.ts';
import { shownValue } from '../received.ts';
import { ADVICE, FAILURE_AS_SUCCESS } from './advice.ts';
import { type BodyPlace, type Deviation, entriesText, memberName, parentOf, subject } from './place.ts';

/**
 * The issues of a body as violations: one for each fault, so that none hides another.
 * @param shown the bodies that the document shows
 * @param statedBy the clause that says what the operation returns: a record that lacks most of its fields is another record
 */
export function schemaViolations(
  { issues: all, undocumented }: Extract<BodyVerdict, { ok: false }>,
  body: unknown,
  statedBy: Basis,
  shown: readonly unknown[] = [],
): FoundViolation[] {
  const others = otherRecords(all, undocumented, body);
  const issues = all.map((issue) => {
    if (!others.has(parentOf(issue.pointer))) return issue;
    const { assumption: _, ...rest } = issue;
    return { ...rest, ...statedBy };
  });
  const faults = [...groupBy(differencesIn(issues, body), faultOf).values()];
  const violations = faults.flatMap(([main, ...alike]) =>
    main ? [violationOf(main, placeOf(main, alike, { body, shown, undocumented }))] : [],
  );
  // Of an error that is sent as a success, everything else that is missing is a consequence.
  const failure = violations.find(({ title }) => title === FAILURE_AS_SUCCESS);
  return failure ? [failure] : violations;
}

/** What tells apart faults of one body: fields that are missing together are one, as are fields with the same wrong form. */
const faultOf = ({ issue: { assumption, pointer, expected, got } }: Difference): string =>
  JSON.stringify([assumption, ...(got === 'nothing' ? [parentOf(pointer)] : [expected]), got]);

function violationOf({ issue }: Difference, place: BodyPlace): FoundViolation {
  const { assumption, clause, pointer, expected, got } = issue;
  const { reading, ...said } = deviationOf(place);
  return {
    ...defined({ assumption, clause }),
    pointer,
    // The same fields may be wrong in several operations: in a record alone, and in a list.
    cause: [assumption ?? clause, place.names, expected, got].join(' '),
    ...said,
    ...(clause === undefined || reading === undefined ? {} : { reading }),
  };
}

/** The same difference at one field of several elements of a list. */
interface Difference {
  /** Of the first element that has it. */
  issue: ResponseIssue;
  /** Where else it is. */
  others: string[];
}

const differencesIn = (issues: readonly ResponseIssue[], body: unknown): Difference[] =>
  [
    ...groupBy(issues, ({ pointer, expected, got }) =>
      JSON.stringify([pattern(body, pointer), expected, got]),
    ).values(),
  ].flatMap(([issue, ...more]) => (issue ? [{ issue, others: more.map(({ pointer }) => pointer) }] : []));

function placeOf(
  main: Difference,
  alike: readonly Difference[],
  { body, ...context }: Pick<BodyPlace, 'body' | 'shown' | 'undocumented'>,
): BodyPlace {
  const { pointer, expected, got } = main.issue;
  return {
    ...context,
    body,
    pointer,
    expected,
    got,
    value: at(body, pointer),
    name: memberName(pointer),
    names: joinWords([...new Set([main, ...alike].map(({ issue }) => memberName(issue.pointer)))]),
    others: main.others,
  };
}

/** The places of objects that lack more documented fields than they have. */
function otherRecords(
  issues: readonly ResponseIssue[],
  undocumented: readonly string[],
  body: unknown,
): ReadonlySet<string> {
  const missing = groupBy(
    issues.filter(({ got, assumption }) => got === 'nothing' && assumption !== undefined),
    ({ pointer }) => parentOf(pointer),
  );
  const unknown = groupBy(undocumented, parentOf);
  const isOther = ([place, { length }]: [string, ResponseIssue[]]): boolean =>
    Object.keys(Object(at(body, place))).length - (unknown.get(place)?.length ?? 0) < length && place !== '';
  return new Set([...missing].filter(isOther).map(([place]) => place));
}

/** Says what is wrong at a place of a body, and what its owner does next. */
function deviationOf(place: BodyPlace): Deviation {
  for (const recognise of ADVICE) {
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
    title: `${subject(place)} ${names === name && ['number', 'boolean'].includes(typeof place.value) ? place.value : got}, not ${wanted}`,
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
const readable = (expected: string): string =>
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
