import { operationTable } from '@vehicle-lookup/operations';
import { GREATEST_BURST, type Plan } from '../accounts/accounts.ts';
import { formatDuration, parseDuration } from '../accounts/duration.ts';
import { allowOnly, optional, parseCount, required, withAccounts } from '../accounts/flags.ts';
import { table } from '../accounts/table.ts';
import type { Command, CommandInput } from '../command.ts';
import { got } from '../suggest.ts';
import { UserError } from '../user-error.ts';

const MAX_LIMIT = 1_000_000_000;
const DEFAULT_BURST = 50;

export const command: Command = {
  summary: 'List plans, make one or change one.',
  positionals: 'list|set',
  options: {
    plan: { type: 'string' },
    limit: { type: 'string' },
    window: { type: 'string' },
    burst: { type: 'string' },
    exclude: { type: 'string' },
  },
  help: `set makes a plan or changes what is given of one, for all its accounts at once:
  --plan NAME      the plan
  --limit N        consultations in any window
  --window TIME    length of the rolling window: 30d, 12h
  --burst N        requests in any second (${DEFAULT_BURST})
  --exclude LIST   operations that the plan does not include, by comma; none`,
  async run(input) {
    const { words, flags, dataDir } = input;
    if (words[0] === 'set') return set(input);
    allowOnly(flags, [], 'plan list');
    return withAccounts(dataDir, async ({ registry }) => show(input, await registry.plans()));
  },
};

async function set(input: CommandInput): Promise<void> {
  const { flags, dataDir } = input;
  const name = required(flags, 'plan');
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(name)) {
    throw new UserError('--plan: expected up to 32 lower-case letters, digits and hyphens.', 2);
  }
  const given = changes(flags);
  const make = (known: Plan | undefined): Plan => {
    const { limit, windowSeconds, burst = DEFAULT_BURST, excluded = [] } = { ...known, ...given };
    if (limit === undefined || windowSeconds === undefined) {
      throw new UserError(`plan ${name}: there is no such plan yet; a new one needs --limit N and --window TIME.`, 2);
    }
    return { name, limit, windowSeconds, burst, excluded };
  };
  await withAccounts(dataDir, async ({ registry }) => show(input, [await registry.setPlan(name, make)]));
}

/** What was given, and nothing else. */
function changes(flags: CommandInput['flags']): Partial<Plan> {
  const [limit, window, burst, exclude] = ['limit', 'window', 'burst', 'exclude'].map((name) => optional(flags, name));
  return {
    ...(limit !== undefined && { limit: parseCount('--limit', limit, MAX_LIMIT) }),
    ...(window !== undefined && { windowSeconds: parseDuration('--window', window) }),
    ...(burst !== undefined && { burst: parseCount('--burst', burst, GREATEST_BURST) }),
    ...(exclude !== undefined && { excluded: parseOperations(exclude) }),
  };
}

function parseOperations(text: string): string[] {
  if (text === 'none') return [];
  const known: string[] = operationTable.operations.map((operation) => operation.id);
  const names = [...new Set(text.split(','))];
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return names;
  throw new UserError(`--exclude: expected operations of ${known.join(', ')}, or none; ${got(wrong)}.`, 2);
}

function show({ print, words }: CommandInput, plans: Plan[]): void {
  const rows = plans.map(({ name, limit, windowSeconds, burst, excluded }) => [
    name,
    String(limit),
    formatDuration(windowSeconds),
    String(burst),
    excluded.join(', ') || 'none',
  ]);
  const text = table(['plan', 'limit', 'window', 'burst', 'excluded'], rows, 'There is no plan.');
  print(words[0] === 'set' ? plans[0] : plans, text);
}
