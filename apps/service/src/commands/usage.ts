import { Command } from '@vehicle-lookup/command-line';
import { formatDuration } from '../command-line/duration.ts';
import { print, withAccounts } from '../command-line/global-options.ts';
import { table } from '../command-line/table.ts';
import type { Accounts } from '../stores/data-store.ts';
import type { Allowance } from '../stores/quota.ts';

interface Usage extends Allowance {
  user: string;
  plan: string;
}

export const command: Command = new Command('usage')
  .description('Show what is left of each allowance.')
  .option('--user <NAME>', 'one account only')
  .action(async ({ user }, command) => {
    const usages = await withAccounts(command, (accounts) => readUsages(accounts, user));
    const rows = usages.map(({ user, plan, limit, windowSeconds, remaining, resetSeconds }) => [
      user,
      plan,
      `${limit - remaining} of ${limit} in ${formatDuration(windowSeconds)}`,
      String(remaining),
      resetSeconds === 0 ? '' : new Date(Date.now() + resetSeconds * 1000).toISOString(),
    ]);
    print(command, usages, table(['user', 'plan', 'used', 'left', 'one more at'], rows, 'There is no account.'));
  });

async function readUsages({ registry, quota }: Accounts, user: string | undefined): Promise<Usage[]> {
  const plans = new Map((await registry.plans()).map((plan) => [plan.name, plan]));
  const accounts = user === undefined ? await registry.accounts() : [await registry.account(user)];
  const usages: Usage[] = [];
  for (const account of accounts) {
    const plan = plans.get(account.plan);
    if (!plan) continue;
    const { allowance } = await quota.check({ id: account.id, user: account.user, plan });
    usages.push({ user: account.user, plan: plan.name, ...allowance });
  }
  return usages;
}
