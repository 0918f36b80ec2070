import type { OperationEntry } from '@vehicle-lookup/operations';
import type { Answer } from './exchange.ts';
import type { Request } from './request.ts';
import type { Values } from './values.ts';

/**
 * A service may refuse a good request for reasons that lie in the account or in its data: a plan without the operation
 * (403), an exhausted allowance (429), a documented value that it has no entry for (404). None of them is the answer that
 * was asked for, and none breaks the contract.
 * @returns the reason, or undefined where the answer has to be judged as what was asked for
 */
export function refusalOf(
  request: Request,
  { status }: Answer,
  { statuses, parameters }: OperationEntry,
  values: Values,
): string | undefined {
  const isAskedFor = String(status) === request.status;
  if (request.aside || request.status === '401' || isAskedFor || !statuses.includes(String(status))) return undefined;
  if (status === 403) return 'the account may not use this operation (403)';
  if (status === 429) return 'the allowance of the account is exhausted (429)';
  if (status !== 404 || !['200', '403'].includes(request.status)) return undefined;
  const guessed = Object.keys(parameters).filter((name) => values.sourceOf(name) === 'documented');
  if (guessed.length === 0) return undefined;
  return `the service has no data for the document's example (404); give its own ${guessed.join(', ')} as data`;
}
