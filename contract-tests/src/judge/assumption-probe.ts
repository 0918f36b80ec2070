import type { PlacedIssue } from '../checks/body.ts';
import type { ContractOperation } from '../plan/document.ts';
import type { Target } from '../plan/profile.ts';
import type { Candidate, Request } from '../plan/request.ts';
import type { Judgement } from './judgement.ts';

/** What the replies of a run say of an assumption. */
export interface ProbeResult {
  state: 'confirmed' | 'contradicted' | 'not-observed';
  /** What was observed, or why nothing was; names places, not texts of the service. */
  how: string;
  /** The judgement that shows it. */
  by?: Judgement;
}

/** A request that only an assumption needs. */
export type ProbeRequest = Omit<Candidate, 'goals' | 'probeOf' | 'rests'>;

/** What the file `<id>.ts` of `probes/` exports: how the assumption of this id shows on a live service. */
export interface AssumptionProbe {
  /**
   * Whether the contract decides by this assumption, and by no clause, how a request is answered.
   * @param status the one that came
   */
  decides?: (request: Request, status: number) => boolean;
  /** Whether an issue of a body breaks this assumption and no clause. */
  covers?: (issue: PlacedIssue) => boolean;
  /** Requests that nothing else in a plan needs. */
  requests?: (operations: readonly ContractOperation[]) => ProbeRequest[];
  /** @param judgements in the order in which the requests were made */
  judge: (judgements: readonly Judgement[], target: Target) => ProbeResult;
}
