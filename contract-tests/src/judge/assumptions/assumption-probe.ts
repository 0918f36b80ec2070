import type { ContractOperation } from '../../plan/document.ts';
import type { RunTarget } from '../../plan/profile.ts';
import type { Candidate, Request } from '../../plan/request.ts';
import type { Judgement } from '../judgement.ts';

/** What the replies of a run say of an assumption. */
export interface ProbeResult {
  state: 'confirmed' | 'contradicted' | 'not-observed';
  /** What was observed, or why nothing was; names places, not texts of the service. */
  how: string;
  /** The judgement that shows it. */
  by?: Judgement;
}

/** A request that only an assumption needs; its id says in words what it does. */
export type ProbeRequest = Omit<Candidate, 'goals' | 'kind' | 'probeOf' | 'rests'>;

/** What a probe is told beside the judgements. */
export interface ProbeContext {
  /** The assumption that it judges. */
  id: string;
  target: RunTarget;
  /** The envelopes that the document lists for a success of an operation. */
  envelopesOf: (operation: string) => readonly string[];
}

/** What the file `<id>.ts` of `probes/` exports as `probe`: how the assumption of this id shows on a live service. */
export interface AssumptionProbe {
  /**
   * Whether a reply to a request that rests on a clause would be right if the assumption were decided otherwise.
   * @param status the one that came
   */
  otherReading?: (request: Request, status: number) => boolean;
  /** Requests that nothing else in a plan needs. */
  requests?: (operations: readonly ContractOperation[]) => ProbeRequest[];
  /** @param judgements in the order in which the requests were made */
  judge: (judgements: readonly Judgement[], context: ProbeContext) => ProbeResult;
}
