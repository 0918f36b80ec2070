import { createVehicleLookup } from '@vehicle-lookup/client';
import type { Command } from '@vehicle-lookup/toolkit/command-line';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { commandName, SHORT_NAMES } from '../src/operation.ts';
import { operations } from '../src/operations.gen.ts';
import { createProgram } from '../src/program.ts';
import { account } from './support/program.ts';

const names = operations.map(commandName);

beforeEach(() => {
  for (const [name, value] of Object.entries(account('http://127.0.0.1:1'))) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

/** Runs a command line in this process and captures the output. */
async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const program = createProgram();
  const capture = (command: Command) =>
    command.configureOutput({
      writeOut: (text) => {
        printed.out += text;
      },
      writeErr: (text) => {
        printed.err += text;
      },
    });
  capture(program);
  for (const command of program.commands) capture(command as Command);
  return { code: await program.run(words), ...printed };
}

test('every operation is a command, and its operationId is an alias', () => {
  const { commands } = createProgram();
  expect(commands.map((command) => [command.name(), command.alias()])).toEqual([
    ...operations.map((operation) => [commandName(operation), operation.id]),
    ['report', undefined],
    ['login', undefined],
    ['usage', undefined],
    ['mcp', undefined],
  ]);
  expect(new Set(names).size).toBe(operations.length);
});

test('every short command name belongs to an operation', () => {
  const ids = operations.map(({ id }) => id);
  expect(Object.keys(SHORT_NAMES).filter((id) => !ids.includes(id))).toEqual([]);
});

test('the client has exactly one method per operation', () => {
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', user: 'demo', key: 'demo-key' });
  const { request, run, use, eject, ...rest } = client;
  const methods = Object.entries(rest).filter(([, member]) => typeof member === 'function');
  expect(methods.map(([name]) => name).sort()).toEqual(operations.map(({ id }) => id).sort());
});

test('the commands have the documented names', () => {
  expect(names).toEqual([
    'decode',
    'decode-all',
    'vehicle',
    'fluids',
    'parts',
    'times',
    'brands',
    'models',
    'variants',
    'engines',
  ]);
});

describe('the help output', () => {
  test('of the program lists every command with its arguments', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const name of names) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(out).toMatch(/^ {2}variants BRAND MODEL {2}List variants of a model$/m);
  });

  test.each([[['help', 'decode']], [['decode', '--help']], [['decode', '-h', '--json']]])(
    'of a command lists its flags (%j)',
    async (words) => {
      const { code, out } = await run(...words);
      expect(code).toBe(0);
      for (const flag of ['--from', '--resume', '--json', '--key-file']) expect(out).toContain(flag);
    },
  );

  test('of a command without batches does not list batch flags', async () => {
    const { out } = await run('help', 'variants');
    expect(out).toContain('variants|listVariants BRAND MODEL');
    expect(out).not.toContain('--resume');
  });

  test('does not mention the rejected flag --key', async () => {
    expect((await run('decode', '--help')).out).not.toMatch(/--key\b(?!-)/);
  });
});

describe('an invalid command line causes an error with the expected input', () => {
  test.each([
    ['decod WVWZZZ1KZAW000001', 'unknown command "decod"; did you mean decode?'],
    ['frobnicate', 'expected one of decode, decode-all, vehicle'],
    ['help fluid', 'did you mean fluids?'],
    ['decode WVWZZZ1KZAW000001 --jsn', 'unknown flag "--jsn"; did you mean --json?'],
    ['models -x', 'unknown flag "-x"; flags begin with two dashes; put a value that begins with a dash after "--"'],
    ['decode', 'VIN is missing; expected vehicle-lookup decode VIN, or --from FILE'],
    ['variants audi', 'MODEL is missing; expected vehicle-lookup variants BRAND MODEL'],
    ['decode A B', 'decode takes VIN, got 2 arguments; for several values, use --from FILE'],
    ['brands all', 'brands takes no arguments, got 1 argument'],
    ['decode A --json --raw', '--raw cannot be used with --json'],
    ['decode A --json --json', '--json is given twice'],
    ['decode A --json=yes', '--json accepts no value'],
    ['decode A --user', '--user requires a value'],
    ['decode A --user --json', 'join a value that begins with a dash to the flag with "="'],
    ['decode A --from list', 'pass either VIN or --from FILE, not both'],
    ['brands --from list', '--from provides one value per request, but brands takes none'],
    ['variants --from list', 'but variants takes BRAND MODEL'],
    ['decode A --output out', '--output requires a batch: add --from FILE'],
    ['decode A --output -', '--output requires a batch'],
    ['decode --from list --output - --resume', '--resume requires a file to continue: add --output FILE'],
    ['decode --from list --resume', 'add --output FILE'],
    ['decode --from list --format csv', '--format csv requires a file in a batch: add --output FILE'],
    ['decode --from list --format table', '--format: a batch writes JSON lines, or CSV with --format csv'],
    ['decode --from list --fields make', '--fields requires CSV output in a batch: add --format csv --output FILE'],
    ['decode --from list --retry-not-found', '--retry-not-found requires --resume'],
    ['decode A --max-consultations 3', '--max-consultations requires a batch: add --from FILE'],
    ['decode A --decimal ,', '--decimal requires --format csv'],
    ['decode A --format json --fields make', '--fields applies to tables and CSV, not to --format json'],
    ['--json', 'a command is missing; expected one of decode'],
  ])('%s', async (line, text) => {
    const { code, out, err } = await run(...line.split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^vehicle-lookup: [^\n]+ See vehicle-lookup .*--help\n$/);
    expect(err).toContain(text);
  });

  test.each([['--key', 'secret-of-mine'], ['--key=secret-of-mine'], ['--key']])('with a key (%s)', async (...words) => {
    const { code, err } = await run('decode', 'WVWZZZ1KZAW000001', ...words);
    expect(code).toBe(2);
    expect(err).toMatch(/visible to all users.*VEHICLE_LOOKUP_KEY.*--key-file/);
    expect(err).not.toContain('secret-of-mine');
  });
});

test('the help is printed on standard error if there are no arguments', async () => {
  expect(await run()).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage: vehicle-lookup') });
});
