import { groupBy } from '@vehicle-lookup/findings';
import { at } from '@vehicle-lookup/selectors';
import { type Issue, issueText, type Verdict } from '@vehicle-lookup/validators';
import { type Breach, DOCUMENT } from './breach.ts';

/** An issue and its place in the body: they decide what it rests on. */
export interface PlacedIssue extends Issue {
  operation: string;
  status: string;
  envelope: string | undefined;
  /** The value at the place. */
  value: unknown;
  /** Members of the object around it: those that the document mentions, and those that it misses. */
  around: { known: number; missing: number };
}

/** Further issues of the same body say nothing new. */
const MOST_ISSUES = 5;

/**
 * The issues of a body as breaches: one for all that break clauses, one for each assumption that the others break.
 * @param assumptionOf the assumption that an issue contradicts, or undefined where it breaks a clause
 */
export function schemaBreaches(
  { issues, envelope, undocumented }: Extract<Verdict, { ok: false }>,
  place: { operation: string; status: string; body: unknown },
  assumptionOf: (issue: PlacedIssue) => string | undefined,
): Breach[] {
  const unknown = groupBy(undocumented, parentOf);
  const missing = groupBy(
    issues.flatMap(({ got, pointer }) => (got === 'nothing' ? [pointer] : [])),
    parentOf,
  );
  // Counted once for each object: a list may hold a million members, and each of them issues.
  const members = new Map(
    [...new Set(issues.map(({ pointer }) => parentOf(pointer)))].map((parent) => [
      parent,
      Object.keys(Object(at(place.body, parent))).length,
    ]),
  );
  const groups = groupBy(issues, (issue) =>
    assumptionOf({
      ...issue,
      operation: place.operation,
      status: place.status,
      envelope,
      value: at(place.body, issue.pointer),
      around: around(issue.pointer),
    }),
  );
  return [...groups].map(([assumption, own]) => {
    const shown = own.slice(0, MOST_ISSUES).map(issueText);
    if (own.length > shown.length) shown.push(`${own.length - shown.length} more`);
    const form = envelope ? ` in its form ${envelope}` : '';
    return {
      code: 'schema',
      ...(assumption === undefined ? {} : { assumption }),
      pointer: own[0]?.pointer ?? '',
      expected: `the documented body${form}`,
      got: shown.join('; '),
      next: DOCUMENT,
    };
  });

  function around(pointer: string): PlacedIssue['around'] {
    const parent = parentOf(pointer);
    return {
      known: (members.get(parent) ?? 0) - (unknown.get(parent)?.length ?? 0),
      missing: missing.get(parent)?.length ?? 0,
    };
  }
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));
