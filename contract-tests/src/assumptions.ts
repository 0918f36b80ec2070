import type { Breach } from './checks/breach.ts';
import type { Assumption } from './document.ts';
import type { Target } from './plan/profile.ts';
import type { Probes } from './probes.ts';
import type { AssumptionResult } from './report.ts';
import type { Seen } from './seen.ts';

/** An assumption's result, and the breach that shows a contradiction which no other check has told. */
export interface Judged {
  result: AssumptionResult;
  told?: { seen: Seen; breach: Breach };
}

/** Lets the probe of every assumption judge what was seen. */
export function judgeAssumptions(
  assumptions: Readonly<Record<string, Assumption>>,
  probes: Probes,
  seen: readonly Seen[],
  target: Target,
): Judged[] {
  return Object.entries(assumptions).map(([id, { statement, probe: text }]) => {
    const probe = probes.get(id);
    if (!probe) {
      const how = text.replace(/^none:\s*/, '');
      return { result: { id, statement, state: text.startsWith('none:') ? 'not-observable' : 'not-observed', how } };
    }
    const { state, how, by } = probe.judge(seen, target);
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

function howOf({ request, breaches }: Seen, id: string): string {
  const breach = breaches.find(({ assumption }) => assumption === id);
  return `${request.operation}: expected ${breach?.expected}, got ${breach?.got}`;
}
