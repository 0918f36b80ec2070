import { accounts, KEY, USER } from '../../src/mutants/right-service.ts';
import { renderings } from '../../src/renderings/files.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import type { Report } from '../../src/report.ts';
import { RunError } from '../../src/run-error.ts';
import { type VerifyOptions, verifyContract } from '../../src/verify.ts';
import type { Peer, Said } from './peer.ts';

const suite = (name: string, options: Partial<VerifyOptions>): Peer => ({
  name,
  start: async () => ({ look: (service) => look(service, options) }),
});

async function look(baseUrl: string, options: Partial<VerifyOptions>): Promise<Said> {
  const account = { user: USER, key: KEY, data: accounts };
  try {
    const report = await verifyContract({ baseUrl, ...account, target: 'service', timeoutMs: 2000, ...options });
    return { accuses: report.exitCode === 1, isIncomplete: report.exitCode === 4, output: outputOf(report) };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return { accuses: false, isIncomplete: true, output: error.message + (error.report ? outputOf(error.report) : '') };
  }
}

const outputOf = (report: Report): string =>
  [terminal(report), ...Object.values(renderings).map((render) => render(report))].join('\n');

/** This suite as it is on a service, and with assumptions enforced: then what decides one otherwise is wrong. */
export const suites: Peer[] = [
  suite('this suite, live', { profile: 'live' }),
  suite('this suite, full', { profile: 'full' }),
  suite('this suite, full, enforced', { profile: 'full', assumptions: 'enforce' }),
];
