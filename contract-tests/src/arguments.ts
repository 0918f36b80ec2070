import { parseArgs } from 'node:util';
import { RunError } from './run-error.ts';
import type { VerifyOptions } from './verify.ts';

export const USAGE = `vehicle-lookup-contract verify --base-url URL --user USER --key KEY
                       [--target mock|service] [--data NAME=VALUE]... [--json]

Verifies a service against the contract: every operation, declared status and envelope.
  --base-url URL      the service's base address, without /api/        (VEHICLE_LOOKUP_BASE_URL)
  --user USER         the account's user name                          (VEHICLE_LOOKUP_USER)
  --key KEY           the account's key; never printed                 (VEHICLE_LOOKUP_KEY)
  --target TARGET     mock: ask for every declared answer by "Prefer"; service: by input alone (default)
  --data NAME=VALUE   a parameter's value in good requests, instead of the documented example
  --json              print the report as JSON
Exit code: 0 conformant, 1 not conformant, 2 no verdict (wrong usage, or the service does not answer).`;

/** What the command line asks for. */
export type Command = { help: true } | { help: false; json: boolean; options: VerifyOptions };

const FLAGS = {
  'base-url': { type: 'string' },
  user: { type: 'string' },
  key: { type: 'string' },
  target: { type: 'string' },
  data: { type: 'string', multiple: true },
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
  if (values.help) return { help: true };
  for (const token of tokens) if (token.kind === 'option') judgeFlag(token.name, token.value, token.inlineValue);
  if (positionals.length !== 1 || positionals[0] !== 'verify') {
    throw new RunError('expected the one command verify; see --help');
  }
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const required = (flag: 'base-url' | 'user' | 'key', variable: string): string => {
    const value = text(values[flag]) ?? env[variable];
    if (!value) throw new RunError(`--${flag} is missing; give it, or set ${variable}`);
    return value;
  };
  const options: VerifyOptions = {
    baseUrl: required('base-url', 'VEHICLE_LOOKUP_BASE_URL'),
    user: required('user', 'VEHICLE_LOOKUP_USER'),
    key: required('key', 'VEHICLE_LOOKUP_KEY'),
    target: targetOf(text(values.target) ?? 'service'),
    data: Object.fromEntries(((values.data ?? []) as string[]).map(pair)),
  };
  return { help: false, json: values.json === true, options };
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

function targetOf(text: string): 'mock' | 'service' {
  if (text === 'mock' || text === 'service') return text;
  throw new RunError('--target: expected mock or service');
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new RunError('--data: expected NAME=VALUE');
  return [text.slice(0, at), text.slice(at + 1)];
}
