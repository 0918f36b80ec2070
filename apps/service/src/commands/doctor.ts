import { resolve } from 'node:path';
import { Command, screenful } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataStore } from '../command-line/stores.ts';
import { type DoctorFinding, ok } from '../doctor/finding.ts';

export const command: Command = new Command('doctor')
  .description(
    'Check a data directory: access, free space, databases, migrations, keys, catalogue, unfinished imports.',
  )
  .option(
    '--repair-clock',
    'give the current time to consultations that were charged while the clock was ahead; correct the clock first',
  )
  .option(
    '--backup <FILE>',
    'instead, check a tar file from `backup`, which is unpacked in the directory TMPDIR',
    (text) => resolve(text),
  )
  .addHelpText(
    'after',
    `
Without a flag, doctor makes no changes, and can run while the service is running. The exit code is 1 if doctor finds a
problem. Each warning or problem includes the next step.`,
  )
  .check((command) =>
    command.opts().backup !== undefined && command.opts().repairClock ? ['--repair-clock cannot change a backup'] : [],
  )
  .action(async ({ repairClock, backup }, command) => {
    if (backup !== undefined) {
      const { checkBackup } = await import('../backup/restore.ts');
      return printFindings(command, await checkBackup(backup));
    }
    const repaired = repairClock ? [await repair(command)] : [];
    return printFindings(command, [...repaired, ...(await (await dataStore(command)).examine())]);
  });

/**
 * Prints findings and a verdict; returns the exit code.
 * @param before first lines of the text output; `more` contains additional fields for `--json`
 */
export function printFindings(command: Command, findings: DoctorFinding[], before: string[] = [], more = {}): number {
  const faults = findings.filter(({ state }) => state === 'wrong').length;
  const text = [...before, ...findings.map(line), verdict(faults)].join('\n');
  print(command, { healthy: faults === 0, ...more, findings }, text);
  return faults > 0 ? 1 : 0;
}

const repair = (command: Command): Promise<DoctorFinding> =>
  dataStore(command).then(({ accounts }) =>
    accounts.change(async ({ repairClock, audit }) => {
      const repaired = await repairClock();
      await audit.record({ what: 'doctor', details: { repaired: 'clock', consultations: repaired } });
      return ok('clock', `${repaired} ${repaired === 1 ? 'consultation' : 'consultations'} set to the current time`);
    }),
  );

function line({ what, state, text, next }: DoctorFinding): string {
  const first = `${state.padEnd(8)} ${what.padEnd(10)} ${screenful(text)}`;
  return next === undefined ? first : `${first}\n${' '.repeat(20)}next: ${next}`;
}

const verdict = (faults: number): string =>
  faults === 0 ? 'No problems were found.' : `${faults} ${faults === 1 ? 'problem was' : 'problems were'} found.`;
