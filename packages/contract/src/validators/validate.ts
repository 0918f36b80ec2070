import { at, child } from '@vehicle-lookup/openapi';
import { bodies, headers } from '#compiled';
import { issuesOf } from './basis.ts';
import type { Body } from './body.ts';
import { type Faults, faultsIn } from './fault.ts';
import type { ResponseIssue } from './issue.ts';
import { failure, undeclaredStatus } from './statuses.gen.ts';
import { undocumented } from './undocumented.ts';

/** The result of a validation. */
export type BodyVerdict =
  | {
      ok: true;
      /** The documented form of the body: the title of its schema. */
      envelope: string;
      /** JSON Pointers of the fields that the document does not mention; at most a thousand. */
      undocumented: string[];
    }
  | {
      ok: false;
      /** The documented form with the fewest differences; the issues are relative to it. */
      envelope?: string;
      /** A list is read until ten thousand errors are found in it. */
      issues: ResponseIssue[];
      undocumented: string[];
    };

/**
 * Validates a response body against the schema of the operation that the request selected.
 * @param operation an operationId of the document
 * @param status the response's HTTP status
 * @param value the parsed JSON body
 * @throws RangeError when the document has no such operation
 */
export function validate(operation: string, status: number | string, value: unknown): BodyVerdict {
  const statuses = Object.hasOwn(bodies, operation) ? bodies[operation] : undefined;
  if (!statuses) {
    throw new RangeError(`no operation of this name; expected one of ${Object.keys(bodies).join(', ')}`);
  }
  const forms = Object.hasOwn(statuses, String(status)) ? (statuses[String(status)] as Body[]) : undefined;
  if (!forms) return undeclared(Object.keys(statuses));
  const match = forms.find(({ check }) => check(value));
  if (match) return { ok: true, envelope: match.envelope, undocumented: undocumented(match.ref, value) };
  const nearest = nearestReading(forms, value);
  if (!nearest) return undeclared(Object.keys(statuses));
  const { form, faults } = nearest;
  const issues = issuesOf(form, isFailure(status, value) ? failureIn(faults) : faults, value);
  return { ok: false, envelope: form.envelope, issues, undocumented: undocumented(form.ref, value) };
}

/** The documented forms of an operation's body at a status, in the document's order; none for a status that is not declared. */
export function envelopes(operation: string, status: number | string): string[] {
  return (bodies[operation]?.[String(status)] ?? []).map(({ envelope }) => envelope);
}

/**
 * The form that was meant: not one of another JSON type; one that the specification allows; one that forbids few of the fields
 * that are there, as a body with the fields of a full envelope is a full one; then the one with the fewest faults. Of equal ones the first is taken.
 */
function nearestReading(forms: readonly Body[], value: unknown): { form: Body; faults: Faults } | undefined {
  const readings = forms.map((form) => {
    const faults = faultsIn(form.check, value);
    const forbidden = [...faults.values()].filter(({ keywords }) => keywords.includes('false schema')).length;
    const isForbidden = form.isAssumed || !form.checkSpecified(value);
    return { form, faults, distance: [Number(faults.has('')), Number(isForbidden), forbidden, faults.size] };
  });
  const [nearest] = readings.toSorted((a, b) => {
    const index = a.distance.findIndex((value, index) => value !== b.distance[index]);
    return index < 0 ? 0 : (a.distance[index] ?? 0) - (b.distance[index] ?? 0);
  });
  return nearest;
}

/** Whether a success has the constants of an error body. */
function isFailure(status: number | string, value: unknown): boolean {
  const constants = Object.entries(failure);
  return (
    String(status).startsWith('2') &&
    constants.length > 0 &&
    constants.every(([name, constant]) => JSON.stringify(at(value, child('', name))) === JSON.stringify(constant))
  );
}

/**
 * A failure that was sent as a success: only the faults at the constants of an error body are reported. The fields of a success
 * are missing because it is a failure.
 */
function failureIn(faults: Faults): Faults {
  const constants = [...faults].filter(([pointer]) => Object.keys(failure).some((name) => child('', name) === pointer));
  return constants.length > 0 ? new Map(constants) : faults;
}

function undeclared(statuses: string[]): BodyVerdict {
  const expected = `a declared status (${statuses.join(', ')})`;
  return {
    ok: false,
    issues: [{ pointer: '', expected, got: 'another status', ...undeclaredStatus }],
    undocumented: [],
  };
}

/**
 * Validates the headers that the document declares for a response; others are not looked at, and none has to be there.
 * @param operation an operationId of the document
 * @param status the response's HTTP status
 * @param headerOf finds a header by its name, in every case; null: the response does not have it
 */
export function validateHeaders(
  operation: string,
  status: number | string,
  headerOf: (name: string) => string | null,
): ResponseIssue[] {
  const declared = Object.hasOwn(headers, operation) ? headers[operation]?.[String(status)] : undefined;
  return (declared ?? []).flatMap(({ name, ...schema }) => {
    const text = headerOf(name);
    // A header is text; that of a number is a number to its schema.
    if (text === null || schema.check(text) || (/^-?\d/.test(text) && schema.check(Number(text)))) return [];
    return issuesOf(schema, faultsIn(schema.check, text), text).map((issue) => ({
      ...issue,
      header: name,
      got: 'another text',
    }));
  });
}
