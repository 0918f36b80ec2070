import { account, accounts } from '../../self-test/correct-service.ts';
import { renderings } from '../../src/renderings/report-directory.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { NoVerdictError } from '../../src/report/conclude.ts';
import type { RunReport } from '../../src/report/report.ts';
import { RunError } from '../../src/run-error.ts';
import { type VerifyOptions, verifyContract } from '../../src/verify.ts';
import type { BenchPeer, PeerVerdict } from './peer.ts';

const suite = (name: string, options: Partial<VerifyOptions>): BenchPeer => ({
  name,
  start: async () => ({ verify: (service) => verify(service, options) }),
});

async function verify(baseUrl: string, options: Partial<VerifyOptions>): Promise<PeerVerdict> {
  const own = { credentials: account, data: accounts };
  try {
    const report = await verifyContract({ baseUrl, ...own, target: 'service', timeoutMs: 2000, ...options });
    return { accuses: report.exitCode === 1, isIncomplete: report.exitCode === 4, output: outputOf(report) };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return {
      accuses: false,
      isIncomplete: true,
      output: error.message + (error instanceof NoVerdictError ? outputOf(error.report) : ''),
    };
  }
}

const outputOf = (report: RunReport): string =>
  [terminal(report), ...Object.values(renderings).map((render) => render(report))].join('\n');

/** This suite as it is on a service, and with assumptions enforced: then what decides one otherwise is wrong. */
export const suites: BenchPeer[] = [
  suite('this suite, live', { profile: 'live' }),
  suite('this suite, full', { profile: 'full' }),
  suite('this suite, full, enforced', { profile: 'full', assumptions: 'enforce' }),
];
