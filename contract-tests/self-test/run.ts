import type { RunFinding } from '../src/report/findings.ts';
import type { RunReport } from '../src/report/report.ts';
import { type VerifyOptions, verifyContract } from '../src/verify.ts';
import type { NamedFault, NamedService } from './catalogue.ts';
import { account, accounts } from './correct-service.ts';
import type { CorrectService, ServiceDifference } from './service.ts';
import { createChange, startService } from './start.ts';

/** Options of a run against a service from the catalogue. */
export type SelfTestOptions = Pick<VerifyOptions, 'seed' | 'without' | 'record'>;

/** The result of a run against a faulty service. */
export type FaultResult = NamedFault & {
  /**
   * - `failed`: a finding fails the run
   * - `incomplete`: a required response was not observed
   * - `survived`: the run is conformant
   */
  outcome: 'failed' | 'incomplete' | 'survived';
  /** The findings that fail the run. */
  failing: RunFinding[];
};

/** The result of a run against a correct service. */
export type CorrectResult = NamedService<CorrectService> & {
  report: RunReport;
  /** The findings that fail the run, and findings that are not listed in the `reports` of the service. */
  falseAlarms: RunFinding[];
};

/** Verifies a faulty service with assumptions enforced. Default profile: `full`. */
export async function verifyFaulty(fault: NamedFault, options: SelfTestOptions = {}): Promise<FaultResult> {
  const { service } = fault;
  const { target = 'service', profile, strict = false, secondsPerRequest } = service;
  const data = service.accounts ? { data: accounts } : {};
  const { findings, verdict } = await verify(service, {
    ...options,
    ...data,
    ...(profile === undefined ? {} : { profile }),
    ...(secondsPerRequest === undefined ? {} : { now: fastClock(secondsPerRequest) }),
    target,
    assumptions: 'enforce',
    strict,
  });
  const failing = findings.filter(({ fails }) => fails);
  const outcome = failing.length > 0 ? 'failed' : verdict === 'conformant' ? 'survived' : 'incomplete';
  return { ...fault, outcome, failing };
}

/** Creates a fast clock. A run reads the clock about three times per request. */
function fastClock(seconds: number): () => number {
  let now = Date.now();
  return () => {
    now += (seconds * 1000) / 3;
    return now;
  };
}

/** Verifies a correct service without enforcing assumptions. */
export async function verifyCorrect(
  correct: NamedService<CorrectService>,
  options: SelfTestOptions = {},
): Promise<CorrectResult> {
  const { reports = [], profile = 'full', data = {} } = correct.service;
  const report = await verify(correct.service, { ...options, profile, data, target: 'service' });
  const falseAlarms = report.findings.filter(({ code, fails }) => fails || !reports.includes(code));
  return { ...correct, report, falseAlarms };
}

async function verify(
  service: ServiceDifference,
  options: Omit<VerifyOptions, 'baseUrl' | 'credentials'>,
): Promise<RunReport> {
  const { url, fetch, close } = await startService(createChange(service));
  try {
    return await verifyContract({ baseUrl: url, credentials: account, fetch, sleep: async () => {}, ...options });
  } finally {
    await close();
  }
}

/** Runs a task for every element, a few concurrently, and returns the results in the order of the elements. */
export async function inPool<T, R>(elements: readonly T[], task: (element: T) => Promise<R>, size = 4): Promise<R[]> {
  const results: R[] = [];
  const waiting = elements.entries();
  const worker = async (): Promise<void> => {
    for (const [index, element] of waiting) results[index] = await task(element);
  };
  await Promise.all(Array.from({ length: size }, worker));
  return results;
}
