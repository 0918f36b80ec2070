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

describe('brands are those that the service last listed', () => {
  const home = (files: Record<string, unknown>) => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'vehicle-lookup'));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(directory, 'vehicle-lookup', name), JSON.stringify(content));
    return directory;
  };
  const [one, other] = ['https://one.example', 'https://other.example'] as const;
  const account = { user: 'me', key: 'the-KEY-7391' };
  const directory = home({
    'brands.json': { [one]: ['volkswagen', 'volvo', 'audi'], [other]: ['voltra'] },
    'profiles.json': { default: { baseUrl: one, ...account }, second: { baseUrl: other, ...account } },
  });

  test.each<[string, string[], Record<string, string>, string]>([
    ['the kept account', ['models', 'vol'], {}, 'volkswagen volvo'],
    ['a profile', ['--profile', 'second', 'models', 'vol'], {}, 'voltra'],
    ['an address', ['--base-url', other, 'models', 'vol'], {}, 'voltra'],
    ['a variable', ['models', 'vol'], { VEHICLE_LOOKUP_BASE_URL: other }, 'voltra'],
    ['another address', ['--base-url', 'https://third.example', 'models', 'vol'], {}, ''],
  ])('of %s', async (_, words, env, brands) => {
    const { out, err } = await runCli(['completion', 'words', '--', ...words.map((word) => `=${word}`)], {
      env: { XDG_CONFIG_HOME: directory, ...env },
    });
    expect({ out, err }).toEqual({ out: ['words', ...brands.split(' ').filter(Boolean), ''].join('\n'), err: '' });
  });

  test.each([null, [], 'text', { [one]: 7 }])('and none if the file has %j', async (content) => {
    const env = { XDG_CONFIG_HOME: home({ 'brands.json': content, 'profiles.json': { default: { baseUrl: one } } }) };
    expect(await runCli(['completion', 'words', '--', '=models', '='], { env })).toMatchObject({
      code: 0,
      out: 'words\n',
      err: '',
    });
  });
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
