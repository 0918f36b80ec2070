import type { BodyVerdict, ResponseIssue } from '@vehicle-lookup/contract/validators';
import { at, pattern } from '@vehicle-lookup/openapi';
import { type Basis, joinWords } from '@vehicle-lookup/openapi/selectors';
import { defined } from '../../defined.ts';
import { groupBy } from '../../group-by.ts';
import type { FoundViolation } from '../check.ts';
import { deviationOf, FAILURE_AS_SUCCESS, memberName, parentOf } from './deviation.ts';

/**
 * Returns the schema issues of a body as violations, one per fault, so that no fault hides another.
 * @param shown the documented example bodies
 * @param statedBy the clause that states the operation's response. It is violated by a record that lacks most of its fields.
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
  // In an error body with status 200, all other missing fields are consequences.
  const failure = violations.find(({ title }) => title === FAILURE_AS_SUCCESS);
  return failure ? [failure] : violations;
}

/** Returns a key for each fault of a body. Fields that are missing together, or invalid in the same way, share a key. */
const faultOf = ({ issue: { assumption, pointer, expected, got } }: Difference): string =>
  JSON.stringify([assumption, ...(got === 'nothing' ? [parentOf(pointer)] : [expected]), got]);

/** A difference in the same field of several list elements. */
interface Difference {
  /** The issue of the first element. */
  issue: ResponseIssue;
  /** JSON Pointers of the same issue in other elements. */
  others: string[];
}

const differencesIn = (issues: readonly ResponseIssue[], body: unknown): Difference[] =>
  [
    ...groupBy(issues, ({ pointer, expected, got }) =>
      JSON.stringify([pattern(body, pointer), expected, got]),
    ).values(),
  ].flatMap(([issue, ...more]) => (issue ? [{ issue, others: more.map(({ pointer }) => pointer) }] : []));

/** Returns the JSON Pointers of objects in which more documented fields are missing than present. */
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
