import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, runShell, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { completionOf } from '../src/completion.ts';
import { createProgram } from '../src/program.ts';
import { runCli } from './support/program.ts';

const complete = (...words: string[]) => completionOf(createProgram(), words);

describe('what follows is offered by context', () => {
  test.each<[string[], string[] | 'files']>([
    [['de'], ['decode', 'decode-all']],
    [['decode', '--fr'], ['--from']],
    [['decode', '--from', ''], 'files'],
    [['decode', '--from', 'list', '--output', 'o'], 'files'],
    [['decode', '--key-file', ''], 'files'],
    [
      ['decode', 'A', '--format', ''],
      ['csv', 'json', 'table'],
    ],
    [['decode', 'A', '--headings', 'n'], ['names']],
    [['decode', 'A', '--timeout', ''], []],
    [['decode', ''], []],
    [['variants', '--re'], ['--retries']],
    [['getFluids', '--res'], ['--resume']],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
    [['help', 'sh'], ['sheet']],
    [['-'], ['--help', '--version']],
    [['decode', '--json', '--js'], []],
    [['decode', '--user', 'models', ''], []],
    [['decode', '--', '-'], []],
  ])('%j: %j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });

  test('every command and the help come first, and --key is never offered', () => {
    expect(complete('')).toEqual(expect.arrayContaining(['decode', 'sheet', 'login', 'usage', 'completion', 'help']));
    expect(complete('decode', '--')).not.toContain('--key');
  });
});

test('brands are those that the service last listed', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'vehicle-lookup'));
  writeFileSync(join(directory, 'vehicle-lookup', 'brands.json'), '["volkswagen","volvo","audi"]');
  const { out } = await runCli(['completion', 'words', '--', '=models', '=vol'], {
    env: { XDG_CONFIG_HOME: directory },
  });
  expect(out).toBe('words\nvolkswagen\nvolvo\n');
});

test.each(['bash', 'zsh', 'fish'])('the completions of %s need no account', async (shell) => {
  const { code, out, err } = await runCli(['completion', shell], { env: {} });
  expect({ code, out, err }).toEqual({ code: 0, out: expect.stringContaining('completion words --'), err: '' });
});

test('completions of another shell are refused', async () => {
  const { code, err } = await runCli(['completion', 'tcsh']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('SHELL: expected bash, zsh, fish') });
});

describe('in bash', () => {
  const inBash = (words: string[], directory = temporaryDirectory()) => {
    symlinkSync(bin('cli'), join(directory, 'vehicle-lookup'));
    writeFileSync(join(directory, 'big list.txt'), '');
    const line = `source <(vehicle-lookup completion bash)
COMP_WORDS=(vehicle-lookup "$@"); COMP_CWORD=$#; _vehicle_lookup; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return runShell(`set -- ${words.map((word) => `'${word}'`).join(' ')}\n${line}`, {
      cwd: directory,
      env: { PATH: [directory, process.env.PATH].join(delimiter) },
    });
  };

  test.each([
    [['decode', '--fo'], '--format\n'],
    [['decode', 'A', '--format', 'c'], 'csv\n'],
    [['decode', '--from', 'big'], 'big list.txt\n'],
    [['decode', ''], '\n'],
    [['decode', 'A', '--format', ''], 'csv\njson\ntable\n'],
  ])('%j becomes %j', async (words, expected) => {
    expect(await inBash(words)).toEqual({ code: 0, out: expected, err: '' });
  });
});
