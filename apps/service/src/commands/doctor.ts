import type { Command } from '../command.ts';
import { dataFolder } from '../data-folder.ts';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';

export const command: Command = {
  summary: 'Check a data folder: access, free space, databases, migrations, keys, catalogue, unfinished imports.',
  positionals: '',
  options: {},
  help: `Changes nothing, and may run beside the service. Exit code 1 when something is wrong; each finding that is not ok
names the next step.
`,
  async run({ dataDir, print }) {
    const findings = await examine(dataFolder(dataDir));
    const faults = findings.filter(({ state }) => state === 'wrong').length;
    print({ healthy: faults === 0, findings }, [...findings.map(line), verdict(faults)].join('\n'));
    if (faults > 0) process.exitCode = 1;
  },
};

function line({ what, state, text, next }: Finding): string {
  const first = `${state.padEnd(8)} ${what.padEnd(10)} ${text}`;
  return next === undefined ? first : `${first}\n${' '.repeat(20)}next: ${next}`;
}

const verdict = (faults: number): string =>
  faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`;
