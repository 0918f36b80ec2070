import type { BodyVerdict } from '@vehicle-lookup/contract/validators';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { FindingLevel } from '@vehicle-lookup/toolkit/findings';
import type { ContractOperation } from '../plan/document.ts';
import type { EarlierSuccess, ValueGiver } from '../plan/known-data.ts';
import type { LatencyBudget } from '../plan/latency-budget.ts';
import type { Request } from '../plan/request.ts';
import type { ComparedRequest } from '../run/request-text.ts';
import type { ReceivedResponse } from '../run/response.ts';
import type { Judgement } from './judgement.ts';
import type { Violation } from './violation.ts';

/** A check of the suite. Reports, known findings and `explain` identify a check by its code, which never changes. */
export interface ContractCheck {
  code: string;
  /** The error, as a sentence without a full stop. */
  title: string;
  /** A description of the check, if title, reading and harm are not sufficient. */
  explanation?: string;
  /** The id of the clause that is violated, unless the violation names a more specific clause. Absent if no clause is violated. */
  clause?: string;
  /** Default: `failure`. */
  level?: Exclude<FindingLevel, 'failure' | 'contradiction'>;
  /** The reasoning that leads from the clause to the check, if the wording of the clause is not sufficient. */
  reading?: string;
  /** The impact of a warning, which no clause covers. */
  harm?: string;
  /** The standard that the clause implies. */
  standard?: string;
  /** Whether the check concerns keys, accounts or exposed data. Its findings are listed first. */
  isSecurity?: true;
  /** Whether any body can have this fault. A finding then lists the affected statuses. */
  isOfAnyBody?: true;
  /** Checks one response. */
  ofResponse?: ResponseTest;
  /** Checks all responses of a run together, without further requests. */
  ofRun?: (judgements: readonly Judgement[], options: { maxLatency?: LatencyBudget | undefined }) => FoundAcross[];
}

export type ResponseTest = (
  response: ReceivedResponse,
  context: ResponseContext,
) => FoundViolation | FoundViolation[] | undefined;

/** A violation found by a check. Its code is the code of the check. */
export type FoundViolation = Omit<Violation, 'code'>;

/** A violation that several responses show together, and the response where it is reported. */
export interface FoundAcross {
  by: Judgement;
  found: FoundViolation;
}

/** The context that a check receives in addition to the response. */
export interface ResponseContext extends ResponseCircumstances {
  request: Request;
  operation: ContractOperation;
  table: OperationTable;
  /**
   * The assumption that determines the expected response, if no clause does. An undeclared status or a 5xx still violates
   * the status table.
   */
  assumption: string | undefined;
  /** The result of validating the body against its schema. Undefined if the status is unexpected or the body is not JSON. */
  verdict: BodyVerdict | undefined;
}

/** The circumstances of a response. */
export interface ResponseCircumstances {
  earlier: EarlierSuccess;
  /** The requested URL. */
  address: string;
  /** The time of the response in milliseconds since the epoch. Absent if the times in responses are not current. */
  now?: number | undefined;
  /** The response that provided the value for the request. */
  gaveValue?: ValueGiver | undefined;
  /** The last rejected request before this request was repeated. */
  rejectedBefore?: ComparedRequest | undefined;
}
