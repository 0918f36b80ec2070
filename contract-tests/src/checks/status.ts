import type { OperationEntry } from '@vehicle-lookup/selectors';
import type { Request } from '../plan/request.ts';
import { type Breach, DOCUMENT } from './breach.ts';
import { type CheckCode, catalogue } from './catalogue.ts';

/** A redirect is a breach of its own: it is not followed. */
export const redirected = (status: number): Breach => ({
  code: 'redirect',
  expected: 'a reply at this address',
  got: `a redirect (${status}), which was not followed`,
  next: 'Give the address that answers by itself, and make the service answer with and without the trailing slash.',
});

/**
 * Compares the status of a reply with the expected one.
 * @param assumption that decides on this request, where no clause does; an undeclared status or a 5xx breaks the
 * table of statuses all the same
 */
export function wrongStatus(
  status: number,
  request: Request,
  { statuses }: OperationEntry,
  assumption: string | undefined,
): Breach {
  const { status: expected, why } = request;
  const isDeclared = statuses.includes(String(status)) && status < 500;
  return {
    code: isDeclared && Object.hasOwn(catalogue, why) ? (why as CheckCode) : 'status',
    ...(assumption !== undefined && isDeclared ? { assumption } : {}),
    expected: `status ${expected} (${why}${request.form ? `: ${request.form || 'empty'}` : ''})`,
    got: `status ${status}`,
    next: advice(status, request),
  };
}

function advice(status: number, { status: expected, why, prefer }: Request): string {
  if (why === 'invalid-credentials' && status === 200) {
    return 'Is this the mock, which accepts any credentials? Then say --target mock.';
  }
  if (prefer) return 'Is this the mock? A service is verified with the target "service".';
  if (expected === '200' && status === 401) return 'Check the credentials.';
  if (expected === '200' && status === 404) return 'Give values that the service knows as data.';
  return DOCUMENT;
}
