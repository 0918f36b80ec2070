import type { Judgement } from '../judgement.ts';
import type { ProbeResult } from './assumption-probe.ts';

export const confirmed = (how: string): ProbeResult => ({ state: 'confirmed', how });
export const contradicted = (by: Judgement, how: string): ProbeResult => ({ state: 'contradicted', how, by });
export const notObserved = (how: string): ProbeResult => ({ state: 'not-observed', how });

/** Confirmed where something was observed that would have been found wrong otherwise. */
export const confirmedBy = (count: number, what: string): ProbeResult =>
  count > 0 ? confirmed(`${count} × ${what}`) : notObserved(`not seen: ${what}`);
