import { Command } from '@vehicle-lookup/toolkit/command-line';
import type { AuditEvent } from '../accounts/audit.ts';
import { parseDay } from '../command-line/duration.ts';
import { print, table } from '../command-line/output.ts';
import { withAccounts } from '../command-line/stores.ts';

export const command: Command = new Command('audit')
  .description('List the changes that commands have made, with time, user and command.')
  .option('--from <DAY>', 'first day (UTC); default: the day of the first change', parseDay)
  .addHelpText('after', '\nThe list contains no keys. The names of deleted accounts are erased.')
  .action(async ({ from = '' }, command) => {
    const events = await withAccounts(command, ({ audit }) => audit.events());
    const shown = events.filter(({ at }) => at >= from);
    print(command, shown, table(['when', 'who', 'what', 'user', 'details'], shown.map(rowOf), 'No changes.'));
  });

const rowOf = ({ at, who, what, user, details }: AuditEvent): string[] => {
  const values = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
  return [at, who, what, user ?? '', values.join(' ')];
};
