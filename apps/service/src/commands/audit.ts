import { Command, Option } from '@vehicle-lookup/toolkit/command-line';
import type { AuditEvent } from '../accounts/audit.ts';
import { parseDay } from '../command-line/duration.ts';
import { print, table } from '../command-line/output.ts';
import { withAccounts } from '../command-line/stores.ts';

export const command: Command = new Command('audit')
  .description('Show what commands have changed: when, who, what.')
  .addOption(new Option('--from <DAY>', 'first day (UTC); default: the first one').argParser(parseDay))
  .addHelpText('after', '\nIt holds no keys. The names of deleted accounts are erased.')
  .action(async ({ from = '' }, command) => {
    const events = await withAccounts(command, ({ audit }) => audit.events());
    const shown = events.filter(({ at }) => at >= from);
    print(
      command,
      shown.map(withUser),
      table(['when', 'who', 'what', 'user', 'details'], shown.map(rowOf), 'Nothing.'),
    );
  });

/** JSON says it if it is about no account, or about a deleted one. */
const withUser = (event: AuditEvent) => ({ ...event, user: event.user ?? null });

const rowOf = ({ at, who, what, user = '', details }: AuditEvent): string[] => {
  const values = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
  return [at, who, what, user, values.join(' ')];
};
