import { validate } from '@vehicle-lookup/contract/validators';
import { assumptionOfRequest } from '../checks/assumption-check.ts';
import { assumptionChecksOf } from '../checks/assumptions/index.ts';
import type { ContractCheck, ResponseCircumstances, ResponseContext } from '../checks/check.ts';
import { ofEveryResponse, ofExpectedStatus, ofOtherStatus } from '../checks/index.ts';
import type { Judgement } from '../checks/judgement.ts';
import { readBody } from '../checks/read-body.ts';
import type { Violation } from '../checks/violation.ts';
import type { VerifiedContract } from '../plan/contract.ts';
import type { ContractOperation } from '../plan/document.ts';
import type { Request } from '../plan/request.ts';
import type { ReceivedResponse } from '../run/response.ts';
import { RunError } from '../run-error.ts';

/** The result of judging one response. */
export type ResponseJudgement = Pick<Judgement, 'violations' | 'envelope' | 'json' | 'undocumented'> &
  Pick<ResponseContext, 'assumption'>;

/** Judges one response from a run, from recorded traffic or from a proxy. */
export function judgeResponse(
  response: ReceivedResponse,
  request: Request,
  contract: VerifiedContract,
  circumstances: ResponseCircumstances,
): ResponseJudgement {
  const { status } = response;
  const isRead = String(status) === request.status && request.method === undefined;
  const { json } = isRead ? readBody(response) : {};
  const verdict = json && validate(request.operation, status, json.body);
  const context: ResponseContext = {
    ...circumstances,
    request,
    operation: operationOf(contract, request),
    table: contract.table,
    assumption: assumptionOfRequest(assumptionChecksOf(contract.assumptions), request, status),
    verdict,
  };
  const violations = checksOf(request, isRead).flatMap((check) =>
    [check.ofResponse?.(response, context) ?? []].flat().map((found): Violation => ({ code: check.code, ...found })),
  );
  const isEnvelope = verdict?.ok && (request.envelope ?? verdict.envelope) === verdict.envelope;
  return {
    violations,
    undocumented: verdict?.undocumented ?? [],
    assumption: context.assumption,
    ...(json ? { json } : {}),
    ...(isEnvelope ? { envelope: verdict.envelope } : {}),
  };
}

/**
 * Returns the checks to apply to a response, in order. The document declares no responses for other methods, and an assumption
 * check interprets unexpected statuses of its own requests.
 */
function checksOf({ method, probeOf }: Request, isRead: boolean): readonly ContractCheck[] {
  if (isRead) return [...ofEveryResponse, ...ofExpectedStatus];
  return method === undefined && probeOf === undefined ? [...ofEveryResponse, ...ofOtherStatus] : ofEveryResponse;
}

/** Returns the operation of a request. */
export function operationOf(
  { operations }: VerifiedContract,
  { operation }: Pick<Request, 'operation'>,
): ContractOperation {
  const own = operations.find(({ entry }) => entry.id === operation);
  if (!own) throw new RunError(`the operation table has no entry for ${operation}; rebuild the table`);
  return own;
}
