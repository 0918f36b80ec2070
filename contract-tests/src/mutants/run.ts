import type { Finding } from '../finding.ts';
import type { Report } from '../report.ts';
import { type VerifyOptions, verifyContract } from '../verify.ts';
import type { Catalogue, Named } from './load.ts';
import type { Mutant, Variant } from './mutant.ts';
import { accounts, KEY, USER } from './right-service.ts';
import { changeOf, startService } from './start.ts';

/** How the suite is run on a service of the catalogue. */
export type RunOptions = Pick<VerifyOptions, 'seed' | 'without'>;

/**
 * - `failed`: something that was found fails the run
 * - `incomplete`: something that is required was not observed, so that the run is not green
 * - `survived`: the run is conformant
 */
export type Fate = 'failed' | 'incomplete' | 'survived';

/** What the suite said of a faulty service. */
export type MutantOutcome = Catalogue['mutants'][number] & {
  fate: Fate;
  /** What it found that fails the run. */
  failing: Finding[];
};

/** What the suite said of a right service. */
export type VariantOutcome = Named<Variant> & {
  report: Report;
  /** Findings that fail the run, and those of which the variant does not say that they are reported. */
  falseAlarms: Finding[];
};

/** Verifies a faulty service by the whole profile, assumptions enforced. */
export async function runMutant(
  mutant: Catalogue['mutants'][number],
  options: RunOptions = {},
): Promise<MutantOutcome> {
  const { target = 'service' } = mutant.service;
  const data = mutant.service.accounts ? { data: accounts } : {};
  const { findings, verdict } = await verify(mutant.service, { ...options, ...data, target, assumptions: 'enforce' });
  const failing = findings.filter(({ fails }) => fails);
  const fate = failing.length > 0 ? 'failed' : verdict === 'conformant' ? 'survived' : 'incomplete';
  return { ...mutant, fate, failing };
}

/** Verifies a right service as a service is verified: what contradicts an assumption is reported. */
export async function runVariant(variant: Named<Variant>, options: RunOptions = {}): Promise<VariantOutcome> {
  const { reports = [] } = variant.service;
  const report = await verify(variant.service, { ...options, target: 'service' });
  const falseAlarms = report.findings.filter(({ code, fails }) => fails || !reports.includes(code));
  return { ...variant, report, falseAlarms };
}

async function verify(
  service: Mutant | Variant,
  options: Omit<VerifyOptions, 'baseUrl' | 'user' | 'key'>,
): Promise<Report> {
  const { url, close } = await startService(changeOf(service));
  try {
    return await verifyContract({ baseUrl: url, user: USER, key: KEY, timeoutMs: 2000, ...options });
  } finally {
    await close();
  }
}
