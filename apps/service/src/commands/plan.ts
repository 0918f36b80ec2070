import { operationTable } from '@vehicle-lookup/contract';
import { Command, got, gotPlain, InvalidArgumentError, wholeNumber } from '@vehicle-lookup/toolkit/command-line';
import { DEFAULT_SETTINGS, GREATEST_BURST, type Plan } from '../accounts/plan.ts';
import { formatDuration, parseDuration } from '../command-line/duration.ts';
import { print, table } from '../command-line/output.ts';
import { changeAccounts, withAccounts } from '../command-line/stores.ts';

const MAX_LIMIT = 1_000_000_000;

const list = new Command('list').description('List all plans.').action(async (_, command) => {
  const plans = await withAccounts(command, ({ registry }) => registry.plans());
  print(command, plans, planTable(plans));
});

const set = new Command('set')
  .summary('Create a plan, or change a plan for all accounts that use it.')
  .description('Creates a plan, or changes the specified values of a plan for all accounts that use it.')
  .requiredOption('--plan <NAME>', 'the plan', planName)
  .option('--limit <N>', 'consultations in any window', wholeNumber(1, MAX_LIMIT))
  .option('--window <TIME>', 'length of the rolling window: 30d, 12h', parseDuration)
  .option(
    '--burst <N>',
    `requests in any second; ${DEFAULT_SETTINGS.burst} for a new plan`,
    wholeNumber(1, GREATEST_BURST),
  )
  .option('--exclude <LIST>', 'operations that the plan does not include, separated by commas, or none', operationList)
  .action(async ({ plan: name, limit, window, burst, exclude }, command) => {
    const changes = { limit, windowSeconds: window, burst, excluded: exclude };
    const plan = await changeAccounts(
      command,
      { plan: name },
      (registry) => registry.setPlan(name, changes),
      ({ name, ...values }) => values,
    );
    print(command, plan, planTable([plan]));
  });

const remove = new Command('delete')
  .description('Delete a plan that no account uses.')
  .requiredOption('--plan <NAME>', 'the plan', planName)
  .action(async ({ plan: name }, command) => {
    const plan = await changeAccounts(command, { plan: name }, (registry) => registry.deletePlan(name));
    print(command, { ...plan, deleted: true }, `plan ${plan.name} is deleted`);
  });

export const command: Command = new Command('plan')
  .description('List, create, change or delete plans.')
  .addCommand(list)
  .addCommand(set)
  .addCommand(remove);

function planName(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,31}$/.test(text)) return text;
  throw new InvalidArgumentError(`expected up to 32 lower-case letters, digits and hyphens, ${gotPlain(text)}`);
}

function operationList(text: string): string[] {
  if (text === 'none') return [];
  // Only these operations declare a response for plans that exclude them.
  const known: string[] = operationTable.operations.flatMap(({ id, statuses }) => (statuses.includes('403') ? id : []));
  const names = [...new Set(text.split(','))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(
    `expected operations that declare 403 (${known.join(', ')}), or none; ${got(unknown)}`,
  );
}

const planTable = (plans: Plan[]): string =>
  table(
    ['plan', 'limit', 'window', 'burst', 'excluded'],
    plans.map((plan) => {
      const { name, limit, windowSeconds, burst, excluded } = plan;
      return [name, limit, formatDuration(windowSeconds), burst, excluded.join(', ') || 'none'];
    }),
    'There are no plans.',
  );
