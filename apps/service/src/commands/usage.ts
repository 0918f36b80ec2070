import { Command, csv, Option, printable } from '@vehicle-lookup/toolkit/command-line';
import { formatDuration, parseDay, today } from '../command-line/duration.ts';
import { print, printJson, table } from '../command-line/output.ts';
import { dataStore, withAccounts } from '../command-line/stores.ts';
import type { DataStore } from '../data-store/data-store.ts';
import type { DailyUsage } from '../quota/daily-usage.ts';
import type { RemainingAllowance } from '../quota/quota.ts';

type Usage = RemainingAllowance & { user: string; plan: string };

export const command: Command = new Command('usage')
  .description('Show the remaining allowance of each account or, with --from, its consultations by day and operation.')
  .option('--user <NAME>', 'only this account')
  .option('--from <DAY>', 'first day (UTC) for which to list consultations', parseDay)
  .option('--to <DAY>', 'last day; default: today', parseDay)
  .addOption(new Option('--format <FORMAT>', 'output format with --from; default: table').choices(['csv', 'json']))
  .check((command) => {
    const { from, to = today(), format } = command.opts();
    if (from === undefined && (format ?? command.opts().to) !== undefined) return ['--to and --format require --from'];
    return from > to ? [`--from and --to: expected the first day before the last, got ${from} and ${to}`] : [];
  })
  .addHelpText('after', '\nThe usage of deleted accounts is kept without user names.')
  .action(async ({ user, from, to = today(), format }, command) => {
    if (from !== undefined) {
      const usage = await withAccounts(command, (accounts) => accounts.dailyUsage({ from, to, user }));
      printDaily(command, usage, format);
      return;
    }
    const usages = await readUsages(await dataStore(command), user);
    const rows = usages.map(({ user, plan, limit, windowSeconds, remaining, resetSeconds }) => [
      user,
      plan,
      `${limit - remaining} of ${limit} in ${formatDuration(windowSeconds)}`,
      remaining,
      resetSeconds === 0 ? '' : new Date(Date.now() + resetSeconds * 1000).toISOString(),
    ]);
    print(command, usages, table(['user', 'plan', 'used', 'left', 'one more at'], rows, 'There are no accounts.'));
  });

const DAILY = ['day', 'user', 'operation', 'consultations'];

function printDaily(command: Command, usage: DailyUsage[], format: 'csv' | 'json' | undefined): void {
  const rows = usage.map((one) => [one.day, printable(one.user ?? ''), one.operation, one.consultations]);
  if (format === 'csv') console.log(csv([DAILY, ...rows]));
  else if (format === 'json') printJson(usage);
  else print(command, usage, table(DAILY, rows, 'There were no consultations.'));
}

async function readUsages(store: DataStore, user: string | undefined): Promise<Usage[]> {
  await using opened = await store.accounts.open();
  const { registry, quota } = opened;
  const plans = new Map((await registry.plans()).map((plan) => [plan.name, plan]));
  const accounts = user === undefined ? await registry.accounts() : [await registry.account(user)];
  const usages: Usage[] = [];
  for (const { id, user, plan: name } of accounts) {
    const plan = plans.get(name);
    if (plan) usages.push({ user, plan: name, ...(await quota.check({ id, user, plan })).allowance });
  }
  return usages;
}
