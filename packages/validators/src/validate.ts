import { bodies } from './bodies.gen.ts';
import type { Body } from './body.ts';
import { type Issue, issuesOf } from './issue.ts';
import { undocumented } from './undocumented.ts';

/** The result of a validation. */
export type Verdict =
  | {
      ok: true;
      /** The documented form of the body: the title of its schema. */
      envelope: string;
      /** JSON Pointers of the members that the document does not mention; at most a thousand. */
      undocumented: string[];
    }
  | {
      ok: false;
      /** The documented form with the fewest differences; the issues are relative to it. */
      envelope?: string;
      /** A list is read until ten thousand errors are found in it. */
      issues: Issue[];
      undocumented: string[];
    };

/**
 * Validates a response body against the schema of the operation that the request selected.
 * @param operation an operationId of the document
 * @param status the response's HTTP status
 * @param value the parsed JSON body
 * @throws RangeError when the document has no such operation
 */
export function validate(operation: string, status: number | string, value: unknown): Verdict {
  const statuses = Object.hasOwn(bodies, operation) ? bodies[operation] : undefined;
  if (!statuses) {
    throw new RangeError(`no operation of this name; expected one of ${Object.keys(bodies).join(', ')}`);
  }
  const forms = Object.hasOwn(statuses, String(status)) ? (statuses[String(status)] as Body[]) : undefined;
  if (!forms) return undeclared(Object.keys(statuses));
  const match = forms.find(({ check }) => check(value));
  if (match) return { ok: true, envelope: match.envelope, undocumented: undocumented(match.ref, value) };
  const results = forms.map((form) => ({ form, issues: issuesIn(form, value) }));
  const [nearest] = results.toSorted((a, b) => distance(a.issues) - distance(b.issues));
  if (!nearest) return undeclared(Object.keys(statuses));
  const { form, issues } = nearest;
  return { ok: false, envelope: form.envelope, issues, undocumented: undocumented(form.ref, value) };
}

/** The documented forms of an operation's body at a status, in the document's order; none for a status that is not declared. */
export function envelopes(operation: string, status: number | string): string[] {
  return (bodies[operation]?.[String(status)] ?? []).map(({ envelope }) => envelope);
}

function issuesIn({ check }: Body, value: unknown): Issue[] {
  return check(value) ? [] : issuesOf(check.errors ?? [], value);
}

/** The nearest form has the fewest issues; a form of another JSON type is the farthest. Of equal ones the first is taken. */
function distance(issues: Issue[]): number {
  return issues.some(({ pointer }) => pointer === '') ? Number.POSITIVE_INFINITY : issues.length;
}

function undeclared(statuses: string[]): Verdict {
  const expected = `a declared status (${statuses.join(', ')})`;
  return { ok: false, issues: [{ pointer: '', expected, got: 'another status' }], undocumented: [] };
}
