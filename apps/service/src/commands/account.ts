import { allowOnly, required, withAccounts } from '../accounts/flags.ts';
import type { AccountEntry } from '../accounts/registry.ts';
import { table } from '../accounts/table.ts';
import type { Command, CommandInput } from '../command.ts';

export const command: Command = {
  summary: 'Create accounts, list them, change their plan, disable or enable them.',
  positionals: 'create|list|set-plan|disable|enable',
  options: { user: { type: 'string' }, plan: { type: 'string' } },
  help: `create prints the account's first key, once; it prepares the data folder where that is empty.
  --user NAME      the account; all but list need it
  --plan PLAN      the plan; create and set-plan need it`,
  async run(input) {
    const action = actions[input.words[0] as keyof typeof actions];
    allowOnly(input.flags, action.flags, `account ${input.words[0]}`);
    await action.run(input);
  },
};

interface Action {
  flags: string[];
  run(input: CommandInput): Promise<void>;
}

const create: Action = {
  flags: ['user', 'plan'],
  async run({ flags, dataDir, print }) {
    const [user, plan] = [required(flags, 'user'), required(flags, 'plan')];
    const { account, key } = await withAccounts(dataDir, ({ registry }) => registry.createAccount(user, plan), {
      prepare: true,
    });
    print(
      { user: account.user, key: key.key },
      `user: ${account.user}\nkey:  ${key.key}\nThe key is shown this once; only its hash is stored.`,
    );
  },
};

const list: Action = {
  flags: [],
  run: ({ dataDir, print }) =>
    withAccounts(dataDir, async ({ registry }) => {
      const accounts = await registry.accounts();
      print(accounts, accountTable(accounts));
    }),
};

const setPlan: Action = {
  flags: ['user', 'plan'],
  run: ({ flags, dataDir, print }) => {
    const [user, plan] = [required(flags, 'user'), required(flags, 'plan')];
    return withAccounts(dataDir, async ({ registry }) => {
      const account = await registry.setAccountPlan(user, plan);
      print(account, accountTable([account]));
    });
  },
};

const setDisabled = (disabled: boolean): Action => ({
  flags: ['user'],
  run: ({ flags, dataDir, print }) => {
    const user = required(flags, 'user');
    return withAccounts(dataDir, async ({ registry }) => {
      const account = await registry.setDisabled(user, disabled);
      print(account, accountTable([account]));
    });
  },
});

const actions = {
  create,
  list,
  'set-plan': setPlan,
  disable: setDisabled(true),
  enable: setDisabled(false),
};

const accountTable = (accounts: AccountEntry[]): string =>
  table(
    ['user', 'plan', 'created', 'state'],
    accounts.map(({ user, plan, created, disabled }) => [user, plan, created, disabled ? 'disabled' : 'in use']),
    'There is no account. Create one: account create --user NAME --plan PLAN',
  );
