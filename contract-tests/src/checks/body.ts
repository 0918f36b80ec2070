import { isDeepStrictEqual } from 'node:util';
import { at } from '@vehicle-lookup/document';
import type { Owner } from '@vehicle-lookup/selectors';
import { type BodyVerdict, issueText, type ReplyIssue } from '@vehicle-lookup/validators';
import { groupBy } from '../group-by.ts';
import type { EarlierSuccess } from '../plan/known-data.ts';
import type { Breach } from './breach.ts';

/** Issues of one body that a finding shows; more would repeat them. */
const MOST_ISSUES = 5;

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
  const form = envelope ? ` in its form ${envelope}` : '';
  return [...groupBy(issues, ({ assumption }) => assumption)].map(([assumption, group]) => {
    const shown = group.slice(0, MOST_ISSUES).map((issue) => issueText(issue) + numberAt(body, issue));
    if (group.length > shown.length) shown.push(`${group.length - shown.length} more`);
    const [first] = group;
    return {
      code: 'schema',
      ...(assumption === undefined ? {} : { assumption }),
      ...(first?.clause === undefined ? {} : { clause: first.clause }),
      pointer: first?.pointer ?? '',
      expected: `the documented body${form}`,
      got: shown.join('; '),
      next: advice(first),
    };
  });
}

/** A number that breaks a limit; texts are in `received`. */
function numberAt(body: unknown, { pointer, got }: ReplyIssue): string {
  const value: unknown = got === 'nothing' ? undefined : at(body, pointer);
  return typeof value === 'number' ? ` ${value}` : '';
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
function advice(issue: ReplyIssue | undefined): string {
  if (!issue || issue.pointer === '') return 'Send one of the documented bodies of this reply.';
  const name = issue.pointer.slice(issue.pointer.lastIndexOf('/') + 1);
  if (issue.got === 'nothing')
    return `Send the member ${name} always; a value that is not known does not take it away.`;
  return issue.expected === 'nothing' ? `Leave ${name} out.` : `Make the service write ${issue.expected} there.`;
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
