import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runCommandLine } from '../../src/command-line.ts';
import { explain } from '../../src/explain.ts';
import { UserError } from '../../src/user-error.ts';
import { run, service, temporaryFolder } from './support/run.ts';

const commands = globSync('src/commands/*.ts', { cwd: service })
  .map((file) => basename(file, '.ts'))
  .sort();

/** Runs a command line in this process: what it prints, or the UserError that it throws. */
async function call(args: string[]): Promise<string> {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  try {
    await runCommandLine(args, { VEHICLE_LOOKUP_DATA_DIR: temporaryFolder() });
    return log.mock.calls.flat().join('\n');
  } finally {
    log.mockRestore();
  }
}

async function expectRefusal(args: string[], text: string | RegExp): Promise<void> {
  const error = await call(args).then(
    () => expect.unreachable(`${args} was taken`),
    (refusal) => refusal,
  );
  expect(error, error.stack).toBeInstanceOf(UserError);
  expect(error.exitCode).toBe(2);
  expect(error.message).toMatch(text);
}

test('there are the commands that the README explains', () => {
  const [, section = ''] = readFileSync(join(service, 'README.md'), 'utf8').split('## Commands\n');
  const [table = ''] = section.split('\n## ');
  expect([...table.matchAll(/^\| `([a-z]+)/gm)].map(([, name]) => name).sort()).toEqual(commands);
});

test('without words it prints the commands, a line each', async () => {
  const out = await call([]);
  const listed = [...out.matchAll(/^ {2}([a-z]+) +\S.*$/gm)].map(([, name]) => name);
  expect(listed).toEqual(commands);
  expect(await call(['--help'])).toBe(out);
});

test.each(commands)('%s --help says what it does and names every flag', async (command) => {
  const out = await call([command, '--help']);
  expect(out).toMatch(new RegExp(`^vehicle-lookup-service ${command}\\b`));
  const { command: its } = await import(`../../src/commands/${command}.ts`);
  for (const flag of [...Object.keys(its.options), 'json', 'data-dir', 'help']) expect(out).toContain(`--${flag}`);
});

test.each(commands)('%s refuses an unknown flag, and touches nothing', async (command) => {
  await expectRefusal([command, '--no-such-flag'], /there is no flag --no-such-flag; .*See .* --help/);
});

test('an empty variable for the data folder is one that is not set', async () => {
  const cwd = temporaryFolder();
  const { out } = await run(['migrate', '--json'], { cwd, env: { VEHICLE_LOOKUP_DATA_DIR: '' } });
  expect(JSON.parse(out)).toMatchObject({ dataDir: join(cwd, 'data') });
});

test.each(commands)('%s refuses a flag without its value', async (command) => {
  await expectRefusal([command, '--data-dir'], '--data-dir needs a value');
  await expectRefusal([command, '--json=yes'], '--json takes no value');
});

test('a flag without its value is named in whole, also where its name is that of a credential', async () => {
  const { code, err } = await run(['account', 'create', '--user']);
  expect(code).toBe(2);
  expect(err).toContain('account: --user needs a value; where that begins with a dash, write = before it');
  expect(err).not.toContain('***');
});

test.each(commands)('%s refuses words that it does not take', async (command) => {
  await expectRefusal([command, 'one', 'two', 'three', 'four'], /See .* --help/);
});

test.each([
  [['bakcup'], 'did you mean backup?'],
  [['backup', 'a.tar', '--jsn'], 'did you mean --json?'],
  [['account', 'creat'], 'did you mean create?'],
  [['frob'], 'expected one of account, backup'],
  [['backup'], 'backup: expected FILE'],
  [['backup', ''], 'backup: expected FILE, got an empty text'],
  [['import', ''], 'import: expected FILE, got an empty text'],
  [['backup', '-'], 'expected the path of a file, got -'],
  [['import', 'a.ndjson', '--batch', '0'], '--batch: expected a whole number from 1 to 1000000, got "0"'],
  [['account'], 'account: expected create, list'],
  [['backup', 'a.tar', 'b.tar'], 'backup takes FILE and no more words'],
  [['doctor', '--json', '--json'], '--json is given twice'],
  [['doctor', '--data-dir='], '--data-dir'],
  [['--data-dir', 'x', 'doctor'], 'a command comes first'],
])('%j says what was expected', async (args, text) => {
  await expectRefusal(args, text);
});

const KEY = 'kEy0123456789abcdefghijklmnopqrstuvwxyzABCD';

test.each([
  ['as a command', [KEY]],
  ['as a word', ['backup', 'a.tar', KEY]],
  ['as a choice', ['account', KEY]],
  ['as a flag', ['doctor', `--${KEY}`]],
  ['behind a misspelt flag', ['doctor', `--kee=${KEY}`]],
])('a key that was given %s is not repeated', async (_, args) => {
  const error = await call(args).catch((refusal) => refusal);
  expect(error).toBeInstanceOf(UserError);
  expect(error.message).not.toContain(KEY);
});

test('a refusal is one line on standard error, with exit code 2', async () => {
  const outcome = await run(['bakcup']);
  expect(outcome).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^vehicle-lookup-service: there is no .*\n$/),
  });
});

test('a failure of the system is one line, with exit code 1', async () => {
  const { code, out, err } = await run(['migrate', '--data-dir', `${temporaryFolder()}/${'x'.repeat(300)}`]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^vehicle-lookup-service: .*\n$/);
});

test('a file that stands where the data folder keeps its catalogues is told as such', async () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'catalogue'), '');
  const { code, err } = await run(['migrate', '--data-dir', data]);
  expect(code).toBe(1);
  expect(err).toBe(
    `vehicle-lookup-service: ${data}/catalogue: expected a folder, got a file. Move it away, or give another --data-dir\n`,
  );
});

test('a reader that has seen enough is no failure', async () => {
  const line = `"${process.execPath}" src/main.ts --help | true; exit "\${PIPESTATUS[0]}"`;
  const { status, stderr } = spawnSync('bash', ['-c', line], { cwd: service, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('what is printed of a failure holds no credential', () => {
  const error = new Error('Invalid URL: http://127.0.0.1/api/?user=me&key=SECRET&vin=1\n  at somewhere');
  expect(explain(error)).toBe(
    'it failed: Invalid URL: http://127.0.0.1/api/?user=***&key=***&vin=1. VEHICLE_LOOKUP_DEBUG=1 shows where',
  );
});
