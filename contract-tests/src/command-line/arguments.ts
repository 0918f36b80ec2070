import { parseArgs } from 'node:util';
import { nearest } from '../nearest.ts';
import { type Profile, profiles } from '../plan/profile.ts';
import type { ReplayOptions } from '../replay.ts';
import { explanations } from '../report/explain.ts';
import { RunError } from '../run-error.ts';
import type { ScoreOptions } from '../self-test/score.ts';
import { faultClasses } from '../self-test/service.ts';
import type { VerifyOptions } from '../verify.ts';
import { dataArgument } from './data-argument.ts';

export const USAGE = `vehicle-lookup-contract verify --base-url URL --user USER --key KEY [flags]
vehicle-lookup-contract replay FILE [flags]
vehicle-lookup-contract mutants [--class CLASS] [--without CODE] [--seed N] [--json]
vehicle-lookup-contract explain CODE
vehicle-lookup-contract help | --version

Verifies a service against the contract: every operation, declared status and envelope.
  --base-url URL      the service's base address, without /api/        (VEHICLE_LOOKUP_BASE_URL)
  --user USER         the account's user name                          (VEHICLE_LOOKUP_USER)
  --key KEY           the account's key; never printed                 (VEHICLE_LOOKUP_KEY)
  --target TARGET     mock: ask for every declared answer by "Prefer"; service: by input alone (default)
  --profile PROFILE   smoke: a success of every operation, 10 requests; live: every client error and credential
                      once, 24; full: every cell that a request can provoke, 60 (default); mock: everything, of a mock
  --data FILE         what the service knows, as JSON: values of parameters, missing<Name>, accounts named forbidden
                      and exhausted ({user, key})
  --data NAME=VALUE   the value of one parameter, instead of an earlier answer's or the documented example
  --budget N          the most requests; if more are planned, none is made
  --ledger FILE       counts requests of all runs against the budget, each before it is made
  --seed N            chooses among requests of equal worth; the same seed, the same requests (default 1)
  --assumptions MODE  report: a contradicted assumption is reported (default of a service); enforce: it fails the run
  --strict            members that the document does not mention fail the run
  --record FILE       write all requests and answers to a file, HAR 1.2; credentials are masked
  --dry-run           print the plan and what it leaves of the budget, send nothing
  --report-dir DIR    write the report in every form: report.html, report.md, report.json, junit.xml, report.sarif,
                      badge.json
  --json              print the report, or the plan, as JSON
replay judges a recording again without a request; it takes --assumptions, --strict, --report-dir, --json.
mutants measures this suite: it verifies faulty services of its own, and right ones, and prints what it missed; a CLASS of
faults is wire, schema, selector, credentials or meaning, and the check --without it is left out.
explain tells what a code of a finding means, and the clause or assumption it rests on.
Exit code: 0 conformant, 1 not conformant, 2 no verdict (wrong usage, or the service does not answer), 3 the budget would
be exceeded, 4 a required cell was not observed.`;

/** What the command line asks for. */
export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'explain'; code: string }
  | { name: 'mutants'; json: boolean; options: ScoreOptions }
  | { name: 'replay'; output: Output; file: string; options: ReplayOptions }
  | { name: 'verify'; output: Output; dryRun: boolean; options: VerifyOptions };

/** What becomes of the report. */
export interface Output {
  json: boolean;
  /** Where it is written in every form. */
  folder?: string;
}

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
  record: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'report-dir': { type: 'string' },
  json: { type: 'boolean' },
  class: { type: 'string' },
  without: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** What stands behind each command. */
const WORDS: Partial<Record<string, readonly string[]>> = {
  verify: [],
  replay: ['one file'],
  mutants: [],
  explain: ['one code'],
  help: [],
};

/** What is given to the measuring of the suite. */
const MUTANTS: readonly string[] = ['class', 'without', 'seed', 'json'];

/** What a replay may judge otherwise than the run, and how it tells of it. */
const REPLAY: readonly string[] = ['assumptions', 'strict', 'report-dir', 'json'];

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
  if (values.version) return { name: 'version' };
  const [command = '', ...words] = positionals;
  const [code] = words;
  const expected = WORDS[command];
  if (expected === undefined) {
    throw new RunError('expected the command verify, replay and a file, mutants, or explain and a code; see --help');
  }
  if (words.length !== expected.length) {
    const one = expected[0] ?? 'no further word; a value stands behind its flag';
    throw new RunError(`${command} takes ${one}; see --help`);
  }
  if (command === 'help') return { name: 'help' };
  if (command === 'explain') {
    if (tokens.some(({ kind }) => kind === 'option')) throw new RunError('explain takes no flags; see --help');
    return { name: 'explain', code: code ?? '' };
  }
  const text = (name: keyof typeof FLAGS): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const folder = text('report-dir');
  const output = { json: values.json === true, ...(folder === undefined ? {} : { folder }) };
  const assumptions = oneOf('assumptions', text('assumptions'), ['report', 'enforce']);
  const judging = { ...(values.strict ? { strict: true } : {}), ...(assumptions === undefined ? {} : { assumptions }) };
  if (command === 'replay') {
    const other = tokens.find(
      ({ kind, name }: { kind: string; name?: string }) => kind === 'option' && !REPLAY.includes(name ?? ''),
    );
    if (other)
      throw new RunError(`replay takes ${REPLAY.map((name) => `--${name}`).join(', ')}; the recording says the rest`);
    return { name: 'replay', output, file: code ?? '', options: judging };
  }
  const seed = number('seed', text('seed'));
  if (command === 'mutants') {
    const other = tokens.find(
      ({ kind, name }: { kind: string; name?: string }) => kind === 'option' && !MUTANTS.includes(name ?? ''),
    );
    if (other) throw new RunError(`mutants takes ${MUTANTS.map((name) => `--${name}`).join(', ')}`);
    const only = oneOf('class', text('class'), faultClasses);
    const without = (values.without ?? []) as string[];
    const codes = explanations().map(({ code }) => code);
    const unknown = without.find((own) => !codes.includes(own));
    if (unknown !== undefined) {
      throw new RunError(`--without: no check and no assumption has this code${meant('', unknown, codes)}`);
    }
    return {
      name: 'mutants',
      json: output.json,
      options: { without, ...(only === undefined ? {} : { class: only }), ...(seed === undefined ? {} : { seed }) },
    };
  }
  if (values.class || values.without) throw new RunError('--class and --without belong to mutants');
  const required = (flag: 'base-url' | 'user' | 'key', variable: string): string => {
    const value = text(flag) ?? env[variable];
    if (!value) throw new RunError(`--${flag} is missing; give it, or set ${variable}`);
    return value;
  };
  const profile = oneOf('profile', text('profile'), profiles);
  const budget = number('budget', text('budget'));
  const ledger = text('ledger');
  const record = text('record');
  const options: VerifyOptions = {
    baseUrl: required('base-url', 'VEHICLE_LOOKUP_BASE_URL'),
    credentials: { user: required('user', 'VEHICLE_LOOKUP_USER'), key: required('key', 'VEHICLE_LOOKUP_KEY') },
    target: targetOf(text('target'), profile),
    data: dataArgument((values.data ?? []) as string[]),
    ...judging,
    ...(profile === undefined ? {} : { profile }),
    ...(budget === undefined ? {} : { budget }),
    ...(seed === undefined ? {} : { seed }),
    ...(ledger === undefined ? {} : { ledger }),
    ...(record === undefined ? {} : { record }),
  };
  return { name: 'verify', output, dryRun: values['dry-run'] === true, options };
}

function judgeFlag(name: string, value: string | undefined, inline: boolean | undefined): void {
  const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name as keyof typeof FLAGS] : undefined;
  if (!flag) throw new RunError(`a flag is not known${meant('--', name, Object.keys(FLAGS))}; see --help`);
  if (flag.type === 'boolean' && value !== undefined) throw new RunError(`--${name} takes no value`);
  // The value would be the next flag, unless it is written behind an equals sign.
  if (flag.type === 'string' && (!value || (!inline && value.startsWith('--')))) {
    throw new RunError(`--${name} needs a value; write --${name}=VALUE where it begins with a dash`);
  }
}

/** What was given is not repeated: it may be a key. */
function meant(prefix: string, typed: string, names: readonly string[]): string {
  const name = nearest(typed, names);
  return name === undefined ? '' : `; perhaps ${prefix}${name} is meant`;
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
