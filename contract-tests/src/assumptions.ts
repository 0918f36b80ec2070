import type { AssumptionProbe, ProbeResult } from './assumption-probe.ts';
import type { Breach } from './checks/breach.ts';
import type { Assumption } from './document.ts';
import type { Target } from './plan/profile.ts';
import type { Probes } from './probes.ts';
import type { AssumptionResult } from './report.ts';
import type { Seen } from './seen.ts';
import { suiteFault } from './suite-fault.ts';

/** An assumption's result, and the breach that shows a contradiction which no other check has told. */
export interface Judged {
  result: AssumptionResult;
  told?: { seen: Seen; breach: Breach };
  /** The probe itself failed. */
  broken?: Breach;
}

/** Lets the probe of every assumption judge what was seen. */
export function judgeAssumptions(
  assumptions: Readonly<Record<string, Assumption>>,
  probes: Probes,
  seen: readonly Seen[],
  target: Target,
  secrets: readonly string[],
): Judged[] {
  return Object.entries(assumptions).map(([id, { statement, probe: text }]) => {
    const probe = probes.get(id);
    if (!probe) {
      const how = text.replace(/^none:\s*/, '');
      return { result: { id, statement, state: text.startsWith('none:') ? 'not-observable' : 'not-observed', how } };
    }
    const judged = judgedBy(probe, seen, target, secrets);
    if ('broken' in judged) {
      const how = `the probe itself failed: ${judged.broken.got}`;
      return { result: { id, statement, state: 'not-observed', how }, broken: judged.broken };
    }
    const { state, how, by } = judged;
    // What a check of a body or a status has found is a contradiction, whatever the probe looks at.
    const found = seen.find(({ breaches }) => breaches.some(({ assumption }) => assumption === id));
    if (found) return { result: { id, statement, state: 'contradicted', how: howOf(found, id) } };
    const result: AssumptionResult = { id, statement, state, how };
    if (state !== 'contradicted' || !by || by.breaches.length > 0) return { result };
    const next = 'Look at the evidence of this assumption: does the service decide otherwise?';
    return {
      result,
      told: { seen: by, breach: { code: 'status', assumption: id, expected: statement, got: how, next } },
    };
  });
}

function judgedBy(
  probe: AssumptionProbe,
  seen: readonly Seen[],
  target: Target,
  secrets: readonly string[],
): ProbeResult | { broken: Breach } {
  try {
    return probe.judge(seen, target);
  } catch (error) {
    return { broken: suiteFault(error, secrets) };
  }
}

function howOf({ request, breaches }: Seen, id: string): string {
  const breach = breaches.find(({ assumption }) => assumption === id);
  return `${request.operation}: expected ${breach?.expected}, got ${breach?.got}`;
}
