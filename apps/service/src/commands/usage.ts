import { formatDuration } from '../accounts/duration.ts';
import { allowOnly, optional, withAccounts } from '../accounts/flags.ts';
import type { Accounts } from '../accounts/open.ts';
import { table } from '../accounts/table.ts';
import type { Command } from '../command.ts';

interface Usage {
  user: string;
  plan: string;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until a consultation leaves the window and one more is allowed; 0 where nothing is used. */
  resetSeconds: number;
}

export const command: Command = {
  summary: 'Show what is left of each allowance.',
  positionals: '',
  options: { user: { type: 'string' } },
  help: '  --user NAME      one account only',
  async run({ flags, dataDir, print }) {
    allowOnly(flags, ['user'], 'usage');
    const user = optional(flags, 'user');
    const usages = await withAccounts(dataDir, (accounts) => usageOf(accounts, user));
    const rows = usages.map(({ user, plan, limit, windowSeconds, remaining, resetSeconds }) => [
      user,
      plan,
      `${limit - remaining} of ${limit} in ${formatDuration(windowSeconds)}`,
      String(remaining),
      resetSeconds === 0 ? '' : new Date(Date.now() + resetSeconds * 1000).toISOString(),
    ]);
    print(usages, table(['user', 'plan', 'used', 'left', 'one back at'], rows, 'There is no account.'));
  },
};

async function usageOf({ registry, quota }: Accounts, user: string | undefined): Promise<Usage[]> {
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
