import type { Breach } from '../checks/breach.ts';
import { withoutSecrets } from '../without-secrets.ts';

/** An error that a check, a value rule or a probe threw. It is not a breach by the service. */
export function suiteFault(error: unknown, secrets: readonly string[]): Breach & { code: 'suite-fault' } {
  const [line = ''] = String(error).split('\n');
  return {
    code: 'suite-fault',
    expected: 'a judgement',
    got: withoutSecrets(line, secrets),
    next: 'Report it with the recording of the run (--record): it is a fault of this suite, not of the service.',
  };
}
