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

/** One thing that the suite looks for. Reports, known findings and `explain` name it by its code, which never changes. */
export interface ContractCheck {
  code: string;
  /** What is wrong, in a sentence without its full stop. */
  title: string;
  /** What it looks for, where title, reading and harm do not say it. */
  explanation?: string;
  /** The clause that it rests on, by id, where no violation names a nearer one. Without one nothing is broken. */
  clause?: string;
  /** Default: `failure`. */
  level?: Exclude<FindingLevel, 'failure' | 'contradiction'>;
  /** What leads from the clause to the check, where the words of the clause do not say it themselves. */
  reading?: string;
  /** Of a warning: why it matters although no clause says it. */
  harm?: string;
  /** The standard that the clause leads to. */
  standard?: string;
  /** Whether it is about keys, accounts, or what others may see: such findings come first. */
  isSecurity?: true;
  /** Whether any body could show it: a finding says with which statuses it came. */
  isOfAnyBody?: true;
  /** Looks at one response. */
  ofResponse?: ResponseTest;
  /** Looks at all responses of a run together, which costs no request. */
  ofRun?: (judgements: readonly Judgement[], options: { maxLatency?: LatencyBudget | undefined }) => FoundAcross[];
}

export type ResponseTest = (
  response: ReceivedResponse,
  context: ResponseContext,
) => FoundViolation | FoundViolation[] | undefined;

/** A violation that a check found: its code is that of the check. */
export type FoundViolation = Omit<Violation, 'code'>;

/** The same that several responses show together, and the response that it is reported at. */
export interface FoundAcross {
  by: Judgement;
  found: FoundViolation;
}

/** What a check receives in addition to the response. */
export interface ResponseContext extends ResponseCircumstances {
  request: Request;
  operation: ContractOperation;
  table: OperationTable;
  /**
   * The assumption that decides on the request, where no clause does. An undeclared status or a 5xx breaks the table of
   * statuses all the same.
   */
  assumption: string | undefined;
  /** What the schema of the operation says of the body; undefined if the status is another one, or the body is not JSON. */
  verdict: BodyVerdict | undefined;
}

/** What came before a response. */
export interface ResponseCircumstances {
  earlier: EarlierSuccess;
  /** The one that was asked. */
  address: string;
  /** When the response came, in milliseconds since the epoch; absent where the times in responses are not of now. */
  now?: number | undefined;
  /** The response that gave the value of the request. */
  gaveValue?: ValueGiver | undefined;
  /** The request that was rejected last, before this one was made again. */
  rejectedBefore?: ComparedRequest | undefined;
}
