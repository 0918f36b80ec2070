import { withAccounts } from '../accounts/flags.ts';
import type { Command } from '../command.ts';
import { dataFolder } from '../data-folder.ts';
import { examine } from '../doctor/examine.ts';
import { type Finding, ok } from '../doctor/finding.ts';

export const command: Command = {
  summary: 'Check a data folder: access, free space, databases, migrations, keys, catalogue, unfinished imports.',
  positionals: '',
  options: { 'repair-clock': { type: 'boolean' } },
  help: `Changes nothing without a flag, and may run beside the service. Exit code 1 when something is wrong; each finding
that is not ok names the next step.
  --repair-clock   date consultations back to now that were charged while the clock was ahead; set it right before`,
  async run({ flags, dataDir, print }) {
    const repaired = flags['repair-clock'] === true ? [await repair(dataDir)] : [];
    const findings = [...repaired, ...(await examine(dataFolder(dataDir)))];
    const faults = findings.filter(({ state }) => state === 'wrong').length;
    print({ healthy: faults === 0, findings }, [...findings.map(line), verdict(faults)].join('\n'));
    if (faults > 0) process.exitCode = 1;
  },
};

const repair = (dataDir: string): Promise<Finding> =>
  withAccounts(dataDir, async ({ repairClock }) => ok('clock', `${repairClock()} consultations dated back to now`));

function line({ what, state, text, next }: Finding): string {
  const first = `${state.padEnd(8)} ${what.padEnd(10)} ${text}`;
  return next === undefined ? first : `${first}\n${' '.repeat(20)}next: ${next}`;
}

const verdict = (faults: number): string =>
  faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`;
