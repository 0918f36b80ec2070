import { headers } from '#compiled';
import { faultsIn } from './fault.ts';
import type { ReplyIssue } from './issue.ts';
import { issuesOf } from './issues-of.ts';

/**
 * Validates the headers that the document declares for a response; others are not looked at, and none has to be there.
 * @param operation an operationId of the document
 * @param status the response's HTTP status
 * @param headerOf finds a header by its name, in any case; null: the response does not have it
 */
export function validateHeaders(
  operation: string,
  status: number | string,
  headerOf: (name: string) => string | null,
): ReplyIssue[] {
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
