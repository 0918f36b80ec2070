import type { BodyVerdict, ResponseIssue } from '@vehicle-lookup/contract/validators';
import { at, pattern } from '@vehicle-lookup/openapi';
import { type Basis, joinWords } from '@vehicle-lookup/openapi/selectors';
import { defined } from '../../defined.ts';
import { groupBy } from '../../group-by.ts';
import type { FoundViolation } from '../check.ts';
import { deviationOf, FAILURE_AS_SUCCESS, memberName, parentOf } from './deviation.ts';

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
  const violations = faults.flatMap(([main, ...alike]): FoundViolation[] => {
    if (!main) return [];
    const { assumption, clause, pointer, expected, got } = main.issue;
    const names = joinWords([...new Set([main, ...alike].map(({ issue }) => memberName(issue.pointer)))]);
    const place = { pointer, expected, got, names, others: main.others, body, shown, undocumented };
    // The same fields may be invalid in several operations: in a single record, and in a list.
    const cause = [assumption ?? clause, names, expected, got].join(' ');
    return [{ ...defined({ assumption, clause }), pointer, cause, ...deviationOf(place) }];
  });
  // Of an error that is sent as a success, everything else that is missing is a consequence.
  const failure = violations.find(({ title }) => title === FAILURE_AS_SUCCESS);
  return failure ? [failure] : violations;
}

/** What tells apart faults of one body: fields that are missing together are one, as are fields with the same wrong form. */
const faultOf = ({ issue: { assumption, pointer, expected, got } }: Difference): string =>
  JSON.stringify([assumption, ...(got === 'nothing' ? [parentOf(pointer)] : [expected]), got]);

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
