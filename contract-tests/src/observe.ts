import { maskSecrets, type OperationTable } from '@vehicle-lookup/operations';
import { envelopes } from '@vehicle-lookup/validators';
import type { Check } from './case.ts';
import { type Answer, type Exchange, exchange, isFault, patientExchange, type Transport } from './exchange.ts';
import type { Finding } from './finding.ts';
import { type Breach, judge } from './judge.ts';
import type { Observation } from './observation.ts';
import type { Target } from './plan/plan.ts';
import { type Probe, queryOf, requestText } from './probe.ts';
import { RunError } from './run-error.ts';

export interface Setting {
  table: OperationTable;
  /** The address without its query. */
  address: string;
  credentials: Record<string, string>;
  target: Target;
  cases: ReadonlyMap<string, readonly Check[]>;
  transport: Transport;
}

/** After so many silent requests in a row the service is taken to be gone. */
const SILENT = 3;

/**
 * Makes the requests one after another and judges every answer.
 * @throws RunError when the first request gets no answer
 */
export async function observe(
  probes: readonly Probe[],
  setting: Setting,
): Promise<{ observations: Observation[]; requests: number }> {
  const observations: Observation[] = [];
  let requests = 0;
  let silent = 0;
  for (const probe of probes) {
    if (silent === SILENT) {
      observations.push({ ...placeOf(probe), state: 'error', reason: 'the service stopped answering', findings: [] });
      continue;
    }
    const result = await ask(probe, setting, () => {
      requests += 1;
    });
    if (isFault(result) && observations.length === 0) throw unreachable(setting.address, result.fault);
    silent = isFault(result) ? silent + 1 : 0;
    observations.push(...observed(probe, result, setting));
  }
  return { observations, requests };
}

function ask(
  probe: Probe,
  { table, address, credentials, target, transport }: Setting,
  made: () => void,
): Promise<Exchange> {
  const once = () => {
    made();
    return exchange(`${address}?${queryOf(probe, credentials)}`, table.method, probe.prefer, transport);
  };
  return target === 'service' ? patientExchange(once) : once();
}

const unreachable = (address: string, fault: string): RunError =>
  new RunError(`${address} does not answer: ${fault}; is the service running there, and is this its base address?`);

function observed(probe: Probe, result: Exchange, setting: Setting): Observation[] {
  if (isFault(result)) {
    const expected = `status ${probe.status} (${probe.why})`;
    const next = 'Run again when the service answers.';
    const breach: Breach = { code: 'network', expected, got: result.fault, next };
    const findings = [finding(probe, breach, setting)];
    return [{ ...placeOf(probe), state: 'error', reason: result.fault, findings }];
  }
  const refusal = refusalOf(probe, result, setting);
  if (!refusal) return judged(probe, result, setting);
  // The refusal is itself a declared answer, and is judged as such.
  const refused: Probe = { ...probe, status: String(result.status), why: 'refusal' };
  return [{ ...placeOf(probe), ...refusal, findings: [] }, ...judged(refused, result, setting)];
}

/**
 * A service may refuse any request for reasons that lie in the account: a plan without the operation (403) or an
 * exhausted allowance (429). Neither is the answer that was asked for, and neither breaks the contract.
 */
function refusalOf(
  probe: Probe,
  { status }: Answer,
  { target, table }: Setting,
): Pick<Observation, 'state' | 'reason'> | undefined {
  const declared = table.operations.find(({ id }) => id === probe.operation)?.statuses ?? [];
  const wasAskedFor = String(status) === probe.status;
  if (target === 'mock' || probe.status === '401' || wasAskedFor || !declared.includes(String(status)))
    return undefined;
  if (status === 403) return { state: 'not-observed', reason: 'the account may not use this operation (403)' };
  if (status === 429) return { state: 'error', reason: 'the allowance of the account is exhausted (429)' };
  return undefined;
}

function judged(probe: Probe, answer: Answer, setting: Setting): Observation[] {
  const secrets = secretsOf(setting);
  const checks = setting.cases.get(probe.operation) ?? [];
  const { breaches, envelope } = judge(answer, { probe, checks, secrets });
  const state = breaches.length > 0 ? 'fail' : 'pass';
  return [{ ...placeOf(probe, envelope), state, findings: breaches.map((breach) => finding(probe, breach, setting)) }];
}

/** The cell that a request belongs to; an answer without a known envelope counts against the document's first. */
function placeOf(
  { operation, status, envelope }: Probe,
  seen?: string,
): Pick<Observation, 'operation' | 'status' | 'envelope'> {
  const name = status === '200' ? (envelope ?? seen ?? envelopes(operation, status)[0] ?? '') : '';
  return { operation, status, ...(name === '' ? {} : { envelope: name }) };
}

function finding(probe: Probe, breach: Breach, setting: Setting): Finding {
  const mask = (text: string) => maskSecrets(text, secretsOf(setting));
  const request = mask(requestText(probe, setting.table));
  const { code, expected, got, next } = breach;
  return { code, operation: probe.operation, status: probe.status, request, expected, got: mask(got), next };
}

const secretsOf = ({ table, credentials }: Setting): string[] => table.secrets.map((name) => credentials[name] ?? '');
