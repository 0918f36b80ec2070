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
      /** The documented envelope of the body: the title of its schema. */
      envelope: string;
      /** JSON Pointers to the undocumented fields; at most a thousand. */
      undocumented: string[];
    }
  | {
      ok: false;
      /** The documented envelope with the fewest differences, to which the issues refer. */
      envelope?: string;
      /** The deviations from the schema. The validation of a list stops after ten thousand errors. */
      issues: ResponseIssue[];
      undocumented: string[];
    };

/**
 * Validates a response body against the schema of the operation that the request selected.
 * @param operation an operationId of the document
 * @param status the HTTP status of the response
 * @param value the parsed JSON body
 * @throws RangeError if the document does not have the operation
 */
export function validate(operation: string, status: number | string, value: unknown): BodyVerdict {
  const statuses = Object.hasOwn(bodies, operation) ? bodies[operation] : undefined;
  if (!statuses) {
    throw new RangeError(`unknown operation; expected one of ${Object.keys(bodies).join(', ')}`);
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

/** Returns the documented envelopes for a status, in document order; an empty list for an undeclared status. */
export function envelopes(operation: string, status: number | string): string[] {
  return (bodies[operation]?.[String(status)] ?? []).map(({ envelope }) => envelope);
}

/**
 * Returns the most likely envelope of an invalid body. The criteria, in order: the JSON type of the body; permission by the
 * specification; fewest forbidden fields, because a body with fields of a full envelope is meant to be full; fewest violations;
 * document order.
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

/** Returns whether a successful response has the constants of an error body. */
function isFailure(status: number | string, value: unknown): boolean {
  const constants = Object.entries(failure);
  return (
    String(status).startsWith('2') &&
    constants.length > 0 &&
    constants.every(([name, constant]) => JSON.stringify(at(value, child('', name))) === JSON.stringify(constant))
  );
}

/**
 * Returns only the violations at the constants of the error body, for an error that was sent as a successful response. Other
 * violations only show that the response is an error.
 */
function failureIn(faults: Faults): Faults {
  const constants = [...faults].filter(([pointer]) => Object.keys(failure).some((name) => child('', name) === pointer));
  return constants.length > 0 ? new Map(constants) : faults;
}

function undeclared(statuses: string[]): BodyVerdict {
  const expected = `a declared status (${statuses.join(', ')})`;
  return {
    ok: false,
    issues: [{ pointer: '', expected, got: 'a different status', ...undeclaredStatus }],
    undocumented: [],
  };
}

/**
 * Validates the headers that the document declares for a response. Other headers are ignored, and no header is required.
 * @param operation an operationId of the document
 * @param status the HTTP status of the response
 * @param headerOf returns the value of a header by its case-insensitive name, or null if the header is absent
 */
export function validateHeaders(
  operation: string,
  status: number | string,
  headerOf: (name: string) => string | null,
): ResponseIssue[] {
  const declared = Object.hasOwn(headers, operation) ? headers[operation]?.[String(status)] : undefined;
  return (declared ?? []).flatMap(({ name, ...schema }) => {
    const text = headerOf(name);
    // A header is a string, but its schema may require a number.
    if (text === null || schema.check(text) || (/^-?\d/.test(text) && schema.check(Number(text)))) return [];
    return issuesOf(schema, faultsIn(schema.check, text), text).map((issue) => ({
      ...issue,
      header: name,
      got: 'a different value',
    }));
  });
}
