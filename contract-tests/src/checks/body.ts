import { at, keysOf, pattern } from '@vehicle-lookup/document';
import { joinWords, type Owner } from '@vehicle-lookup/selectors';
import { type BodyVerdict, issueText, type ReplyIssue } from '@vehicle-lookup/validators';
import { groupBy } from '../group-by.ts';
import type { Breach } from './breach.ts';
import { shownValue } from './received.ts';

/** Differences of one body that a finding shows beside the first one. */
const MOST_OTHERS = 4;

/**
 * The issues of a body as breaches: one for all that break clauses, one for each assumption that the others break.
 * @param shown the bodies that the document shows
 * @param statedBy the clause that says what the operation returns: a record that lacks most of its fields is another record
 */
export function schemaBreaches(
  { issues: all, envelope, undocumented }: Extract<BodyVerdict, { ok: false }>,
  body: unknown,
  statedBy: Owner,
  shown: readonly unknown[] = [],
): Breach[] {
  const others = otherRecords(all, undocumented, body);
  const issues = all.map((issue) => {
    if (!others.has(parentOf(issue.pointer))) return issue;
    const { assumption: _, ...rest } = issue;
    return { ...rest, ...statedBy };
  });
  return [...groupBy(issues, ({ assumption }) => assumption)].flatMap(([assumption, group]) => {
    const [main, ...others] = differencesIn(group, body);
    if (!main) return [];
    const { issue } = main;
    const half = halfOfPair(issue, body);
    const form = formOf(issue, body, shown);
    const besides = others.slice(0, MOST_OTHERS).map((other) => readable(issueText(other.issue)));
    if (others.length > besides.length) besides.push(`${others.length - besides.length} more`);
    return {
      code: 'schema',
      ...(assumption === undefined ? {} : { assumption }),
      ...(issue.clause === undefined ? {} : { clause: issue.clause }),
      pointer: issue.pointer,
      expected: half?.expected ?? form?.expected ?? expectedText(issue, envelope),
      got: [
        half?.got ?? `${gotText(main, body)}${form?.lacks ?? ''}`,
        ...(besides.length > 0 ? [`besides: ${besides.join('; ')}`] : []),
      ].join('; '),
      ...(issue.clause === undefined || form?.reading === undefined ? {} : { reading: form.reading }),
      next: isFailure(issue, body) ? FAILURE_ADVICE : (half?.next ?? form?.next ?? advice(main, others, body)),
    };
  });
}

/** A body that says of itself that it is an error. */
const isFailure = ({ pointer, expected }: ReplyIssue, body: unknown): boolean =>
  pointer === '/success' && expected === 'true' && Object(body).success === false;

const FAILURE_ADVICE =
  'If the lookup failed, send the status of the error that fits (404, 500) in place of 200. If it succeeded, write true in success.';

/** Members of the full envelope of which a simplified one has neither. */
const VERSION = 'api_version';
const PAIR = ['timestamp', VERSION];

/** "Each response carries api_version", by id. */
const VERSION_CLAUSE = 'versioning.1';

/** One of two members that come together or not at all: the missing one is the news. */
function halfOfPair(
  { pointer, expected }: ReplyIssue,
  body: unknown,
): Pick<Breach, 'expected' | 'got' | 'next'> | undefined {
  const name = pointer.slice(1);
  const missing = PAIR.find((other) => other !== name);
  if (expected !== 'nothing' || !PAIR.includes(name) || missing === undefined || missing in Object(body))
    return undefined;
  return {
    expected: `both or neither of ${joinWords(PAIR)}`,
    got: `\`${name}\` without \`${missing}\`: half of the full envelope`,
    next:
      missing === VERSION
        ? `Add \`${missing}\`: each response carries it (${VERSION_CLAUSE}).`
        : `Add \`${missing}\`, or leave out \`${name}\`, too.`,
  };
}

const FORM = 'text of the documented form';

/** A text of another form: what a text of the document looks like, and which part of a time is missing. */
function formOf(
  { pointer, expected }: ReplyIssue,
  body: unknown,
  shown: readonly unknown[],
): { expected: string; lacks: string; next: string; reading?: string } | undefined {
  const examples = shownTexts(shown, pointer);
  const [example] = examples;
  if (!/text (that matches|in the format)/.test(expected) || example === undefined) return undefined;
  const name = memberName(pointer);
  const value: unknown = at(body, pointer);
  const isLocal = expected.includes('date-time') && /T\d\d[\d:.,]*$/.test(String(value));
  const what = expected.includes('date-time') ? 'a date-time with a UTC offset' : FORM;
  const exampleText = joinWords(
    examples.map((text) => shownValue(text)),
    'or',
  );
  return {
    expected: `${what} in ${name}, for example ${exampleText}`,
    ...(what === FORM
      ? {
          reading: `The document states the form as a pattern; ${joinWords(examples.map((text) => shownValue(text)))} keep${examples.length === 1 ? 's' : ''} it.`,
        }
      : {}),
    lacks: isLocal ? ': the UTC offset is missing (for example +00:00)' : '',
    next: isLocal
      ? `Write the UTC offset behind the time in ${name}, as ${shownValue(example)} has it.`
      : `Write ${name} in the form of ${examples.length > 1 ? 'one of the examples' : 'the example'}: ${exampleText}.`,
  };
}

/** Texts that the document shows at a place, in any element of a list: the longest and the shortest one. */
function shownTexts(shown: readonly unknown[], pointer: string): string[] {
  const list = /^(.*)\/\d+(\/.*)$/.exec(pointer);
  const texts = shown
    .flatMap((one): unknown[] => {
      const [, place = '', rest = ''] = list ?? [];
      const elements: unknown = list ? at(one, place) : undefined;
      return Array.isArray(elements) ? elements.map((element) => at(element, rest)) : [at(one, pointer)];
    })
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .toSorted((a, b) => b.length - a.length);
  const [longest, shortest] = [texts[0], texts.at(-1)];
  return longest === undefined || shortest === undefined
    ? []
    : longest.length === shortest.length
      ? [longest]
      : [longest, shortest];
}

/** The same difference at one field of several elements of a list. */
interface Difference {
  /** Of the first element that has it. */
  issue: ReplyIssue;
  /** Where else it is. */
  others: string[];
}

const differencesIn = (issues: readonly ReplyIssue[], body: unknown): Difference[] =>
  [
    ...groupBy(issues, ({ pointer, expected, got }) =>
      JSON.stringify([pattern(body, pointer), expected, got]),
    ).values(),
  ].flatMap(([issue, ...more]) => (issue ? [{ issue, others: more.map(({ pointer }) => pointer) }] : []));

/** The name of the member at a place; of an element of a list `an element of data`, of the body `the body`. */
function memberName(pointer: string): string {
  const keys = keysOf(pointer);
  const index = keys.findLastIndex((key) => !/^\d+$/.test(key));
  const name = keys[index];
  if (name === undefined) return keys.length === 0 ? 'the body' : 'an element of the body';
  return index === keys.length - 1 ? name : `an element of ${name}`;
}

/** A longer pattern tells a reader less than the words of its clause. */
const LONGEST_PATTERN = 60;

/** What is expected, without a pattern that nobody reads. */
const readable = (expected: string): string =>
  expected.replace(/text that matches (\S+)/, (whole, { length }: string) =>
    length > LONGEST_PATTERN ? 'text that matches the pattern of the document' : whole,
  );

function expectedText(issue: ReplyIssue, envelope: string | undefined): string {
  const { pointer, got } = issue;
  const expected = readable(issue.expected);
  const name = memberName(pointer);
  if (pointer === '') return `${expected} as the body${envelope ? `, in the form ${envelope}` : ''}`;
  if (got === 'nothing') return `the member ${name}`;
  return expected === 'nothing' ? `no member ${name}` : `${expected} in ${name}`;
}

/** Places that are named beside the first one. */
const MOST_PLACES = 3;

function gotText({ issue, others }: Difference, body: unknown): string {
  const { pointer, got } = issue;
  const value: unknown = at(body, pointer);
  const isShown = got !== 'nothing' && ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
  const what =
    got === 'nothing' ? `an object without ${memberName(pointer)}` : isShown ? `${shownValue(value)}, ${got}` : got;
  if (isFailure(issue, body)) return 'success false with status 200, to a request that should succeed';
  if (others.length === 0) return `${what}${countText(pointer, body)}`;
  const places = others.slice(0, MOST_PLACES).join(', ');
  return `${what}, and likewise in ${others.length} more: ${places}${others.length > MOST_PLACES ? ' …' : ''}`;
}

/** `, in 1 of 12 entries`: a value of one entry alone. */
function countText(pointer: string, body: unknown): string {
  const [, list] = /^(.*)\/\d+\/[^/]+$/.exec(pointer) ?? [];
  const elements: unknown = list === undefined ? undefined : at(body, list);
  return Array.isArray(elements) && elements.length > 1 ? `, in 1 of ${elements.length} entries` : '';
}

/** The places of objects that lack more documented members than they have. */
function otherRecords(
  issues: readonly ReplyIssue[],
  undocumented: readonly string[],
  body: unknown,
): ReadonlySet<string> {
  const missing = groupBy(
    issues.filter(({ got, assumption }) => got === 'nothing' && assumption !== undefined),
    ({ pointer }) => parentOf(pointer),
  );
  const unknown = groupBy(undocumented, parentOf);
  const isOther = ([place, { length }]: [string, ReplyIssue[]]): boolean =>
    Object.keys(Object(at(body, place))).length - (unknown.get(place)?.length ?? 0) < length && place !== '';
  return new Set([...missing].filter(isOther).map(([place]) => place));
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** What to change: the members with the first difference, then the others. */
function advice({ issue }: Difference, others: readonly Difference[], body: unknown): string {
  const { pointer, expected, got } = issue;
  if (pointer === '') {
    return got === 'an array' && expected === 'an object'
      ? 'Send the list as a member of an object, as the examples of the document show it.'
      : 'Send the body in a form that the document has for this reply: its examples show them.';
  }
  const isAlike = (other: Difference) =>
    other.issue.expected === expected && (other.issue.got === 'nothing') === (got === 'nothing');
  const alike = others.filter(isAlike);
  const names = joinWords([
    ...new Set([issue, ...alike.map((other) => other.issue)].map((one) => memberName(one.pointer))),
  ]);
  const rest = others.length - alike.length;
  const also = rest === 0 ? '' : ' Then correct the other places that stand above.';
  return `${adviceText({ names, expected, got, isTop: parentOf(pointer) === '' })}${numberAdvice(expected, at(body, pointer))}${also}`;
}

/** What is wrong with a text in the place of a number. */
function numberAdvice(expected: string, value: unknown): string {
  if (!/\b(integer|number)\b/.test(expected) || typeof value !== 'string' || !/^-?\d/.test(value)) return '';
  return /^-?\d+(\.\d+)?$/.test(value)
    ? ' A number stands without quotation marks.'
    : ' Write the number alone, without quotation marks and unit.';
}

function adviceText({
  names,
  expected,
  got,
  isTop,
}: Pick<ReplyIssue, 'expected' | 'got'> & { names: string; isTop: boolean }): string {
  if (got === 'nothing') {
    return isTop
      ? `Send ${names} in every reply of this status.`
      : `Send ${names} in every record, also where the value is not known.`;
  }
  if (expected === 'nothing') return `Leave ${names} out.`;
  const [, most] = /^a number <= (\d+)$/.exec(expected) ?? [];
  if (Number(most) === Number.MAX_SAFE_INTEGER) {
    return `Use another identifier, or send ${names} within ${most}: readers of JSON round a larger number, and it names something else.`;
  }
  // A pattern is not worth reading twice.
  if (expected.includes('text that matches')) return `Make the service write ${names} in the expected form.`;
  return `Make the service write ${expected} in ${names}.`;
}

/** Members by which services count pages. */
const PAGING = new Set([
  'page',
  'pages',
  'next',
  'offset',
  'cursor',
  'has_more',
  'hasMore',
  'total_pages',
  'totalPages',
  'per_page',
  'perPage',
]);

/**
 * Members beside a list that count pages.
 * @param undocumented JSON Pointers
 */
export function pagedList(body: unknown, undocumented: readonly string[]): Breach[] {
  if (typeof body !== 'object' || body === null || !Object.values(body).some(Array.isArray)) return [];
  const names = undocumented.map((pointer) => pointer.slice(1)).filter((name) => PAGING.has(name));
  if (names.length === 0) return [];
  const next = 'Send the whole list: no parameter asks for another page.';
  return [{ code: 'paged-list', expected: 'a whole list', got: `pages, by the members ${names.join(', ')}`, next }];
}
