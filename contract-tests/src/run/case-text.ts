import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { KnownData } from '../plan/known-data.ts';
import { createRequest, type PlannedRequest } from '../plan/request.ts';
import { costOfPlan } from './ledger.ts';
import { requestText } from './request-text.ts';

/** A planned case for a reader. It holds no credential. */
export interface CaseText {
  /** `getFluids unknown carId`; the same in every run on the same document. */
  id: string;
  operation: string;
  /** Without credentials; absent where an earlier response gives its values. */
  request?: string;
  /** The status that it expects. */
  status: string;
  /** `clause errors.404`, `assumption not-found`. */
  rests: string;
  /** In consultations, if the provider charges successes. */
  cost: number;
}

/** Describes a planned case: its request with the values that are known now, what it expects, and what that rests on. */
export function caseText(planned: PlannedRequest, known: KnownData, table: OperationTable): CaseText {
  const { id, operation, status, rests } = planned;
  const query = planned.query(known);
  return {
    id,
    operation,
    ...(query === undefined ? {} : { request: requestText(createRequest(planned, query), table) }),
    status,
    rests: rests.assumption === undefined ? `clause ${rests.clause}` : `assumption ${rests.assumption}`,
    cost: costOfPlan([planned]).consultations,
  };
}
