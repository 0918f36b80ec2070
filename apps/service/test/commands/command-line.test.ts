import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { callProgram, program } from '../support/program.ts';
import { runService, service } from '../support/service.ts';

const { commands } = program;
const names = commands.map((command) => command.name()).sort();

/** Returns the name of a command, preceded by the name of its group, if any. */
const pathOf = (command: (typeof commands)[number]): string[] =>
  command.parent?.parent ? [command.parent.name(), command.name()] : [command.name()];

const call = (...args: string[]) => callProgram(temporaryDirectory(), args);

test('the README explains all commands', () => {
  const [, section = ''] = readFileSync(join(service, 'README.md'), 'utf8').split('## Commands\n');
  const [table = ''] = section.split('\n## ');
  expect([...table.matchAll(/^\| `([a-z]+)/gm)].map(([, name]) => name).sort()).toEqual(names);
  const groups = commands.filter((command) => command.commands.length > 0);
  for (const group of groups) {
    const [row = ''] = table.match(new RegExp(`^\\| \`${group.name()} .*$`, 'm')) ?? [];
    for (const command of group.commands) {
      expect(row).toMatch(new RegExp(`\`(${group.name()} )?${command.name()}\``));
    }
  }
});

test('--help describes the program and each command', async () => {
  const { code, out } = await call('--help');
  expect(code).toBe(0);
  for (const name of names) expect(out).toMatch(new RegExp(`^ {2}${name} .*\\w`, 'm'));
  for (const command of commands.flatMap((one) => [one, ...one.commands])) {
    const path = pathOf(command);
    const { out } = await call(...path, '--help');
    expect(out).toContain(`Usage: vehicle-lookup-service ${path.join(' ')}`);
    expect(out).toContain(command.description().slice(0, 30));
    for (const flag of ['--data-dir', '--json', '--help']) expect(out).toContain(flag);
  }
});

test('a call without arguments prints the help and exits with code 2', async () => {
  const { code, out, err } = await call();
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('Usage: vehicle-lookup-service');
  expect((await call('help', 'key')).out).toBe((await call('key', '--help')).out);
});

test.each(names)('%s rejects an unknown flag', async (name) => {
  const { code, err } = await call(name, '--no-such-flag');
  expect(code).toBe(2);
  expect(err).toMatch(/(unknown flag "--no-such-flag"|put the command before its flags).* See .* --help\n$/);
});

test.each([
  [['bakcup'], 'did you mean backup?'],
  [['backup', 'a.tar', '--jsn'], 'did you mean --json?'],
  [['account', 'creat'], 'did you mean create?'],
  [['frob'], 'expected one of account, audit, backup'],
  [['backup'], 'FILE is missing; expected vehicle-lookup-service backup FILE'],
  [['backup', ''], 'FILE: expected a value, got an empty string'],
  [['import', ''], 'FILE: expected a value, got an empty string'],
  [['backup', '-'], 'expected the path of a file, got -'],
  [['account'], 'a command is missing; expected one of create, list'],
  [['backup', 'a.tar', 'b.tar'], 'backup accepts FILE and no more arguments'],
  [['doctor', '--json', '--json'], '--json is given twice'],
  [['doctor', '--data-dir='], '--data-dir: expected a value, got an empty string'],
  [['doctor', '--data-dir'], '--data-dir requires a value'],
  [['doctor', '--json=yes'], '--json accepts no value'],
  [['account', 'create', '--user'], '--user requires a value'],
])('%j is rejected with exit code 2 and the expected input', async (args, text) => {
  expect(await call(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(text) });
});

const KEY = 'kEy0123456789abcdefghijklmnopqrstuvwxyzABCD';

test.each([
  ['as a command', [KEY]],
  ['as an argument', ['backup', 'a.tar', KEY]],
  ['as a subcommand', ['account', KEY]],
  ['as a flag', ['doctor', `--${KEY}`]],
  ['after a misspelt flag', ['doctor', `--kee=${KEY}`]],
  ['in a URL', ['import', `http://h/api/?user=u&key=${KEY}`]],
])('a key that is typed %s is not repeated', async (_, args) => {
  const { code, err } = await call(...args);
  expect(code).toBeGreaterThan(0);
  expect(err).not.toContain(KEY);
});

test('an empty variable for the data directory is ignored', async () => {
  const cwd = temporaryDirectory();
  const { out } = await runService(['migrate', '--json'], { cwd, env: { VEHICLE_LOOKUP_DATA_DIR: '' } });
  expect(JSON.parse(out)).toMatchObject({ dataDir: join(cwd, 'data') });
});

test('--data-dir may precede the command', async () => {
  const data = temporaryDirectory();
  expect(JSON.parse((await call('--data-dir', data, 'migrate', '--json')).out)).toMatchObject({ dataDir: data });
});

test('an invalid command line prints one line on standard error and exits with code 2', async () => {
  const outcome = await runService(['bakcup']);
  const err = expect.stringMatching(/^vehicle-lookup-service: unknown command "bakcup".*\n$/);
  expect(outcome).toEqual({ code: 2, out: '', err });
});

test('a system error prints one line and exits with code 1', async () => {
  const { code, out, err } = await call('migrate', '--data-dir', `${temporaryDirectory()}/${'x'.repeat(300)}`);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^vehicle-lookup-service: .*\n$/);
});

test('the error for a file instead of the catalogue directory names the file', async () => {
  const data = temporaryDirectory();
  writeFileSync(join(data, 'catalogue'), '');
  expect(await callProgram(data, ['migrate'])).toEqual({
    code: 1,
    out: '',
    err: `vehicle-lookup-service: ${data}/catalogue: expected a directory, got a file. Move it, or use a different --data-dir\n`,
  });
});

test('a closed output pipe is not an error', async () => {
  expect(await runService(['--help'], { pipeTo: 'true' })).toEqual({ code: 0, out: '', err: '' });
});
