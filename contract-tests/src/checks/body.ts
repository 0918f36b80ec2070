import { at } from '@vehicle-lookup/document';
import type { Owner } from '@vehicle-lookup/selectors';
import { type BodyVerdict, issueText, type ReplyIssue } from '@vehicle-lookup/validators';
import { groupBy } from '../group-by.ts';
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
    const shown = group.slice(0, MOST_ISSUES).map(issueText);
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
