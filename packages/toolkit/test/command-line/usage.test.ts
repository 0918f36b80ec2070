import { afterEach, describe, expect, test, vi } from 'vitest';
import { run } from './support/run.ts';

afterEach(() => vi.unstubAllEnvs());

/** Expects one line on standard error and the exit code 2. */
async function expectRejection(words: string[], text: string): Promise<void> {
  expect(await run(words)).toEqual({ code: 2, out: '', err: `tool: ${text}\n` });
}
const line = (text: string): string[] => text.split(' ');

describe('for an invalid command line, the program prints one line with the expected value', () => {
  test.each([
    ['serv', 'unknown command "serv"; did you mean serve? See tool --help'],
    ['help serv', 'unknown command "serv"; did you mean serve? See tool --help'],
    ['account creat', 'unknown command "creat"; did you mean create? See tool account --help'],
    ['account', 'a command is missing; expected one of create, close, help. See tool account --help'],
    [
      '--json',
      'a command is missing; expected one of serve, file, account, fail, wait, flood, later, help. See tool --help',
    ],
    ['serve --jsn', 'unknown flag "--jsn"; did you mean --json? See tool serve --help'],
    ['serve --prot=80', 'unknown flag "--prot"; did you mean --port? See tool serve --help'],
    [
      'account create --x',
      'unknown flag "--x"; expected one of --help, --version, --json. See tool account create --help',
    ],
    ['serve --json=yes', '--json accepts no value. See tool serve --help'],
    ['serve --port', '--port requires a value: --port <N>. See tool serve --help'],
    ['serve --port=', '--port: expected a value, got an empty string. See tool serve --help'],
    [
      'serve --port --quiet',
      '--port: expected a value; join a value that begins with a dash to the flag with "=". See tool serve --help',
    ],
    ['serve --port 1 --port 1', '--port is given twice; give it once. See tool serve --help'],
    ['serve --quiet --quiet', '--quiet is given twice; give it once. See tool serve --help'],
    ['serve --json --json', '--json is given twice; give it once. See tool serve --help'],
    ['serve --port 65536', '--port: expected a whole number from 0 to 65535, got "65536". See tool serve --help'],
    ['serve --port 4e3', '--port: expected a whole number from 0 to 65535, got "4e3". See tool serve --help'],
    ['serve --port 4001', '--port: 4001 is for operators. See tool serve --help'],
    [
      'serve --level warm',
      '--level: expected info, warn or error, got "warm"; did you mean warn? See tool serve --help',
    ],
    ['serve --level all', '--level: expected info, warn or error, got "all". See tool serve --help'],
    ['serve --quiet --level info', '--quiet cannot be used with --level. See tool serve --help'],
    ['serve now', 'serve accepts no arguments, only flags; got "now". See tool serve --help'],
    ['file a', '--user is missing; give --user <NAME>, or set TOOL_USER. See tool file --help'],
    ['file --user me', 'FILE is missing; expected tool file FILE [LINES]. See tool file --help'],
    ['file --user me a 1 b', 'file accepts FILE [LINES] and no more arguments; got "b". See tool file --help'],
    ['file --user me a 0', 'LINES: expected a whole number from 1, got "0". See tool file --help'],
    ['file --user me a odd', 'LINES: expected an even number. See tool file --help'],
    [
      'file --user me -a',
      'unknown flag "-a"; flags begin with two dashes; put a value that begins with a dash after "--": tool file -- VALUE. See tool file --help',
    ],
    ['fail usage', '--left and --right: give one of them. See tool fail --help'],
  ])('%s', (words, text) => expectRejection(line(words), text));

  test('an empty argument', async () => {
    await expectRejection(
      ['file', '--user', 'me', ''],
      'FILE: expected a value, got an empty string. See tool file --help',
    );
  });

  test('flags of a command before the command', async () => {
    const { code, err } = await run(['--port', '1', 'serve']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('put the command before its flags') });
  });

  test('all invalid values are reported together', async () => {
    vi.stubEnv('TOOL_DEMO', 'no');
    const { code, err } = await run(line('serve --port x --level y'));
    expect({ code, lines: err.split('\n') }).toEqual({
      code: 2,
      lines: [
        'tool: --port: expected a whole number from 0 to 65535, got "x"',
        '--level: expected info, warn or error, got "y"',
        'TOOL_DEMO: expected true or false, got "no". See tool serve --help',
        '',
      ],
    });
  });
});

describe('the value of an option', () => {
  const options = async (words: string): Promise<object> => JSON.parse((await run(line(words))).out);

  test('may begin with a dash after "=" or "--"', async () => {
    expect(await options('file --user=-me -- -5 7')).toEqual({ user: '-me', name: '-5', lines: 7 });
    expect(await options('file --user - -')).toMatchObject({ user: '-', name: '-' });
  });

  test('may be repeated for a variadic option', async () => {
    expect(await options('serve --pair a=1 b=2 --pair c=3')).toMatchObject({ pair: ['a=1', 'b=2', 'c=3'] });
  });

  test('may be set before or after the command for an option of the program', async () => {
    expect(await options('--json serve')).toEqual(await options('serve --json'));
  });

  test('comes from the flag or else from its variable, unless the variable is empty', async () => {
    vi.stubEnv('TOOL_PORT', '80');
    expect(await options('serve')).toMatchObject({ port: 80 });
    expect(await options('serve --port 90')).toMatchObject({ port: 90 });
    vi.stubEnv('TOOL_PORT', '');
    expect(await options('serve')).toMatchObject({ port: 4000 });
    vi.stubEnv('TOOL_USER', '');
    await expectRejection(
      ['file', 'a'],
      '--user is missing; give --user <NAME>, or set TOOL_USER. See tool file --help',
    );
  });

  test('is reported with the name of the variable if it is invalid', async () => {
    vi.stubEnv('TOOL_PORT', 'x');
    await expectRejection(
      ['serve'],
      'TOOL_PORT: expected a whole number from 0 to 65535, got "x". See tool serve --help',
    );
  });

  test.each([
    ['', '', true],
    ['true', '', true],
    ['false', '', false],
    ['true', ' --no-demo', false],
  ])('for a switch with the variable %j and the flag%j is %j', async (variable, flag, demo) => {
    vi.stubEnv('TOOL_DEMO', variable);
    expect(await options(`serve${flag}`)).toMatchObject({ demo });
  });

  test('is independent of an earlier command line', async () => {
    const { createTool } = await import('./support/tool.js');
    const { runProgram } = await import('./support/run.ts');
    const tool = createTool({ version: '1.2.3' });
    await runProgram(tool, line('serve --port x --key secret-of-mine --quiet'));
    const { out, err } = await runProgram(tool, ['serve']);
    expect(err).toBe('');
    expect(JSON.parse(out)).toEqual({ port: 4000, demo: true });
  });
});

describe('help and version', () => {
  test.each([['--help'], ['-h'], ['help']])('%s lists the commands on standard output', async (...words) => {
    const { code, out, err } = await run(words);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const text of ['A tool.', 'serve [options]', 'Serve it.', '--json', '-V, --version'])
      expect(out).toContain(text);
  });

  test('a command line without arguments prints the help on standard error and exits with 2', async () => {
    const help = await run(['--help']);
    expect(await run([])).toEqual({ code: 2, out: '', err: help.out });
  });

  test('the help of a command lists its flags with variables and defaults, and the global flags', async () => {
    const { out } = await run(['serve', '--help']);
    expect(out).toMatch(/--port <N> +port to listen on \(default: 4000, env:\s+TOOL_PORT\)/);
    expect(out).toContain('--json');
    expect(await run(['help', 'serve'])).toEqual({ code: 0, out, err: '' });
  });

  test('help takes precedence over invalid values and unknown flags', async () => {
    const { out } = await run(['serve', '--help']);
    for (const words of ['serve --port x --help', 'serve --help --no-such-flag', 'serve --quiet --quiet -h']) {
      expect(await run(line(words))).toEqual({ code: 0, out, err: '' });
    }
  });

  test.each([['-V'], ['--version'], ['serve', '--version']])('%s prints the version', async (...words) => {
    expect(await run(words)).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });
});
