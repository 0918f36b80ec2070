import { parseArgs } from 'node:util';
import { dataArgument } from './data-argument.ts';
import { type Profile, profiles } from './plan/profile.ts';
import { RunError } from './run-error.ts';
import type { VerifyOptions } from './verify.ts';

export const USAGE = `vehicle-lookup-contract verify --base-url URL --user USER --key KEY [flags]
vehicle-lookup-contract explain CODE

Verifies a service against the contract: every operation, declared status and envelope.
  --base-url URL      the service's base address, without /api/        (VEHICLE_LOOKUP_BASE_URL)
  --user USER         the account's user name                          (VEHICLE_LOOKUP_USER)
  --key KEY           the account's key; never printed                 (VEHICLE_LOOKUP_KEY)
  --target TARGET     mock: ask for every declared answer by "Prefer"; service: by input alone (default)
  --profile PROFILE   smoke: a success of every operation, at most 10 requests; live: every client error and credential
                      once, 24; full: every cell that a request can provoke, 60 (default); mock: everything, of a mock
  --data FILE         what the service knows, as JSON: values of parameters, missing<Name>, accounts named forbidden
                      and exhausted ({user, key})
  --data NAME=VALUE   the value of one parameter, instead of an earlier answer's or the documented example
  --budget N          the most requests; if more are planned, none is made
  --ledger FILE       counts requests of all runs against the budget, each before it is made
  --seed N            chooses among requests of equal worth; the same seed, the same requests (default 1)
  --assumptions MODE  report: a contradicted assumption is reported (default of a service); enforce: it fails the run
  --strict            members that the document does not mention fail the run
  --dry-run           print the plan, send nothing
  --json              print the report as JSON
explain tells what a code of a finding means, and the clause or assumption it rests on.
Exit code: 0 conformant, 1 not conformant, 2 no verdict (wrong usage, or the service does not answer), 3 the budget would
be exceeded, 4 a required cell was not observed.`;

/** What the command line asks for. */
export type Command =
  | { name: 'help' }
  | { name: 'explain'; code: string }
  | { name: 'verify'; json: boolean; dryRun: boolean; options: VerifyOptions };

const FLAGS = {
  'base-url': { type: 'string' },
  user: { type: 'string' },
  key: { type: 'string' },
  target: { type: 'string' },
  profile: { type: 'string' },
  data: { type: 'string', multiple: true },
  budget: { type: 'string' },
  ledger: { type: 'string' },
  seed: { type: 'string' },
  assumptions: { type: 'string' },
  strict: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads the command line, with the environment's values as defaults.
 * @throws RunError on wrong usage; no value that was given is repeated, since it may be a key in the wrong place
 */
export function parseCommand(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: FLAGS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  if (values.help) return { name: 'help' };
  for (const token of tokens) if (token.kind === 'option') judgeFlag(token.name, token.value, token.inlineValue);
  const [command, code] = positionals;
  if (command === 'explain' && positionals.length === 2) return { name: 'explain', code: code ?? '' };
  if (positionals.length !== 1 || command !== 'verify') {
    throw new RunError('expected the command verify, or explain and a code; see --help');
  }
  const text = (name: keyof typeof FLAGS): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const required = (flag: 'base-url' | 'user' | 'key', variable: string): string => {
    const value = text(flag) ?? env[variable];
    if (!value) throw new RunError(`--${flag} is missing; give it, or set ${variable}`);
    return value;
  };
  const profile = oneOf('profile', text('profile'), profiles);
  const budget = number('budget', text('budget'));
  const seed = number('seed', text('seed'));
  const ledger = text('ledger');
  const assumptions = oneOf('assumptions', text('assumptions'), ['report', 'enforce']);
  const options: VerifyOptions = {
    baseUrl: required('base-url', 'VEHICLE_LOOKUP_BASE_URL'),
    user: required('user', 'VEHICLE_LOOKUP_USER'),
    key: required('key', 'VEHICLE_LOOKUP_KEY'),
    target: targetOf(text('target'), profile),
    data: dataArgument((values.data ?? []) as string[]),
    strict: values.strict === true,
    ...(profile === undefined ? {} : { profile }),
    ...(assumptions === undefined ? {} : { assumptions }),
    ...(budget === undefined ? {} : { budget }),
    ...(seed === undefined ? {} : { seed }),
    ...(ledger === undefined ? {} : { ledger }),
  };
  return { name: 'verify', json: values.json === true, dryRun: values['dry-run'] === true, options };
}

function judgeFlag(name: string, value: string | undefined, inline: boolean | undefined): void {
  const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name as keyof typeof FLAGS] : undefined;
  if (!flag) throw new RunError('a flag is not known; see --help');
  if (flag.type === 'boolean' && value !== undefined) throw new RunError(`--${name} takes no value`);
  // The value would be the next flag, unless it is written behind an equals sign.
  if (flag.type === 'string' && (!value || (!inline && value.startsWith('--')))) {
    throw new RunError(`--${name} needs a value; write --${name}=VALUE where it begins with a dash`);
  }
}

/** The profile mock says what the target is. */
const targetOf = (text: string | undefined, profile: Profile | undefined): 'mock' | 'service' =>
  oneOf('target', text, ['mock', 'service']) ?? (profile === 'mock' ? 'mock' : 'service');

function oneOf<Name extends string>(flag: string, text: string | undefined, names: readonly Name[]): Name | undefined {
  const found = names.find((name) => name === text);
  if (text === undefined || found) return found;
  throw new RunError(`--${flag}: expected ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}

function number(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new RunError(`--${flag}: expected a whole number from 0`);
  return Number(text);
}
