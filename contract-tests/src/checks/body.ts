import { isDeepStrictEqual } from 'node:util';
import { at, keysOf, pattern } from '@vehicle-lookup/document';
import type { Owner } from '@vehicle-lookup/selectors';
import { type BodyVerdict, issueText, type ReplyIssue } from '@vehicle-lookup/validators';
import { groupBy } from '../group-by.ts';
import type { EarlierSuccess } from '../plan/known-data.ts';
import type { Breach } from './breach.ts';
import { shownValue } from './shown-value.ts';

/** Differences of one body that a finding shows beside the first one. */
const MOST_OTHERS = 4;

/**
 * The issues of a body as breaches: one for all that break clauses, one for each assumption that the others break.
 * @param statedBy the clause that says what the operation returns: a record that lacks most of its fields is another record
 */
export function schemaBreaches(
  { issues: all, envelope, undocumented }: Extract<BodyVerdict, { ok: false }>,
  body: unknown,
  statedBy: Owner,
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
    const besides = others.slice(0, MOST_OTHERS).map((other) => readable(issueText(other.issue)));
    if (others.length > besides.length) besides.push(`${others.length - besides.length} more`);
    return {
      code: 'schema',
      ...(assumption === undefined ? {} : { assumption }),
      ...(issue.clause === undefined ? {} : { clause: issue.clause }),
      pointer: issue.pointer,
      expected: expectedText(issue, envelope),
      got: [gotText(main, body), ...(besides.length > 0 ? [`besides: ${besides.join('; ')}`] : [])].join('; '),
      next: advice(issue),
    };
  });
}

/** The same difference at one field of several elements of a list. */
interface Difference {
  /** Of the first element that has it. */
  issue: ReplyIssue;
  count: number;
}

const differencesIn = (issues: readonly ReplyIssue[], body: unknown): Difference[] =>
  [
    ...groupBy(issues, ({ pointer, expected, got }) =>
      JSON.stringify([pattern(body, pointer), expected, got]),
    ).values(),
  ].flatMap(([issue, ...more]) => (issue ? [{ issue, count: more.length + 1 }] : []));

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

function gotText({ issue: { pointer, got }, count }: Difference, body: unknown): string {
  const value: unknown = at(body, pointer);
  const isShown = got !== 'nothing' && ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
  const what =
    got === 'nothing' ? `an object without ${memberName(pointer)}` : isShown ? `${shownValue(value)}, ${got}` : got;
  return count === 1 ? what : `${what}, and likewise in ${count - 1} more`;
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

/** What to change for the first issue. */
function advice({ pointer, expected, got }: ReplyIssue): string {
  if (pointer === '') return 'Send the body in a form that the document has for this reply: its examples show them.';
  const name = memberName(pointer);
  if (got === 'nothing') return `Send ${name} in every record, also where its value is not known.`;
  if (expected === 'nothing') return `Leave ${name} out.`;
  // A pattern is not worth reading twice.
  if (expected.includes('text that matches')) return `Make the service write ${name} in the expected form.`;
  return `Make the service write ${expected} in ${name}.`;
}

/** What programs and databases write of themselves: error codes, traces, places in their code. */
const TRACES: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a database error',
    /SQLSTATE\[|\bORA-\d{5}\b|\bSQL syntax\b|\bpsycopg2?\b|\bSqlException\b|\bsqlite3?\.\w*Error|\bPDOException\b|ER_[A-Z]+_ERROR/i,
  ],
  [
    'a database error',
    /\b(duplicate key value violates|relation "[^"]*" does not exist|no such (table|column):|Unknown column ')/i,
  ],
  [
    'a stack trace',
    /Traceback \(most recent call last\)|^\s+at .+\(.+:\d+(:\d+)?\)|\\n\s+at .+\(.+:\d+|\bjava\.(lang|sql|io)\.\w+|goroutine \d+ \[/m,
  ],
  [
    'an error of its language',
    /\b(Fatal error|Notice|Warning|Deprecated):? .* (in|on) .*\.php\b|Uncaught (Error|\w*Exception)|System\.\w*Exception\b/,
  ],
];

/** Looks for the errors of a program or database in the text of a body. */
export function internalsExposed(body: Uint8Array): Breach[] {
  const text = new TextDecoder().decode(body);
  const [what, pattern] = TRACES.find(([, candidate]) => candidate.test(text)) ?? [];
  if (what === undefined || pattern === undefined) return [];
  const around = text.search(pattern);
  const next = 'Catch the error in the service, and answer with the documented error for it.';
  const expected = 'a body of the interface alone';
  return [
    {
      code: 'internals-exposed',
      expected,
      got: `${what} in the body`,
      next,
      around,
    },
  ];
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

/** Whether a service ignored the selector and sent the reply of another one. Two empty lists prove nothing. */
export function selectorIgnored(body: unknown, others: readonly string[], earlier: EarlierSuccess): Breach[] {
  const content = contentOf(body);
  if (content.length === 0) return [];
  return others
    .filter((other) => isDeepStrictEqual(content, contentOf(earlier(other)?.body)))
    .map((other) => ({
      code: 'selector-ignored',
      expected: `another reply than that of ${other}`,
      got: `the reply of ${other}`,
      next: 'Make the service obey the selector.',
    }));
}

/** The lists and records of a body; other members, such as a time, differ from reply to reply. */
function contentOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return [];
  return Object.values(body).flatMap((member) => (typeof member === 'object' && member !== null ? member : []));
}
