import { realpathSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { type CommandLine, runInProcess, temporaryDirectory } from '../src/index.ts';

const program = (run: CommandLine['run']) => () => ({ run });

test('a command line has the arguments, environment, input and directory of its options', async () => {
  const cwd = realpathSync(temporaryDirectory());
  const echo = program(async (words) => {
    console.log(
      JSON.stringify({ words, name: process.env.NAME, input: await text(process.stdin), cwd: process.cwd() }),
    );
    process.stderr.write('a warning\n');
    return 3;
  });
  const { code, out, err } = await runInProcess(echo, ['a', '--b'], { cwd, env: { NAME: 'value' }, input: 'typed' });
  expect({ code, err }).toEqual({ code: 3, err: 'a warning\n' });
  expect(JSON.parse(out)).toEqual({ words: ['a', '--b'], name: 'value', input: 'typed', cwd });
});

test('the variables of this process that programs of the repository read are hidden', async () => {
  vi.stubEnv('VEHICLE_LOOKUP_KEY', 'of-this-process');
  const { out } = await runInProcess(
    program(async () => {
      console.log(`${process.env.VEHICLE_LOOKUP_KEY} ${process.env.VITEST}`);
      return 0;
    }),
    [],
  );
  expect(out).toBe('undefined undefined\n');
  expect(process.env.VEHICLE_LOOKUP_KEY).toBe('of-this-process');
  vi.unstubAllEnvs();
});

test('the output is a terminal only if the options say so', async () => {
  const isTerminal = program(async () => (process.stdout.isTTY && process.stderr.isTTY ? 1 : 0));
  expect((await runInProcess(isTerminal, [])).code).toBe(0);
  expect((await runInProcess(isTerminal, [], { terminal: true })).code).toBe(1);
});

test('after a command line, this process has its streams, directory, console and listeners again', async () => {
  const state = () => [
    process.stdin,
    process.stdout,
    process.stderr,
    console,
    process.cwd(),
    process.listeners('SIGINT'),
  ];
  const before = state();
  const steps: string[] = [];
  const failing = program(async () => {
    process.once('exit', () => steps.push(process.cwd()));
    process.on('SIGINT', () => undefined);
    throw new Error('broken');
  });
  const cwd = realpathSync(temporaryDirectory());
  await expect(runInProcess(failing, [], { cwd })).rejects.toThrow('broken');
  expect(state()).toEqual(before);
  // The exit listeners ran, as at the end of a process.
  expect(steps).toEqual([cwd]);
});

test('concurrent calls run one after the other, even after a failure', async () => {
  const steps: string[] = [];
  const step = (name: string, fails = false) =>
    program(async () => {
      steps.push(`${name} starts`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      if (fails) throw new Error(name);
      return 0;
    });
  const results = await Promise.allSettled([runInProcess(step('first', true), []), runInProcess(step('second'), [])]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(steps).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});
