import type { PlacedIssue } from './checks/body.ts';
import type { DocumentedOperation } from './document.ts';
import type { Target } from './plan/profile.ts';
import type { Planned, Request } from './request.ts';
import type { Seen } from './seen.ts';

/** What the answers of a run say of an assumption. */
export interface ProbeResult {
  state: 'confirmed' | 'contradicted' | 'not-observed';
  /** What was seen, or why nothing was; names places, not texts of the service. */
  how: string;
  /** The request that shows it. */
  by?: Seen;
}

/** What `probes/<id>.ts` exports: how the assumption of this id shows on a live service. */
export interface AssumptionProbe {
  /**
   * Requests that the contract answers by this decision and by no clause.
   * @param status the one that came
   */
  decides?: (request: Request, status: number) => boolean;
  /** Issues of bodies that break this decision and no clause. */
  owns?: (issue: PlacedIssue) => boolean;
  /** Requests that nothing else in a plan needs. */
  asides?: (operations: readonly DocumentedOperation[]) => Omit<Planned, 'goals' | 'aside'>[];
  /** @param seen in the order in which the requests were made */
  judge: (seen: readonly Seen[], target: Target) => ProbeResult;
}
