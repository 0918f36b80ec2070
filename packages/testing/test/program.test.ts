import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  outsideEnvironment,
  type ProgramOptions,
  type RunningProgram,
  run,
  runCommand,
  runShell,
  start,
  startServer,
  temporaryDirectory,
} from '../src/index.ts';

/** Writes a module with the given source and returns its path. */
function moduleOf(source: string): string {
  const file = join(temporaryDirectory(), 'module.mjs');
  writeFileSync(file, source);
  return file;
}

const runSource = (source: string, args: string[] = [], options: ProgramOptions = {}) =>
  run(moduleOf(source), args, options);

describe('run', () => {
  test('a program returns its exit code and both outputs', async () => {
    const source = "console.log('out'); console.error('err'); process.exitCode = 3;";
    expect(await runSource(source)).toEqual({ code: 3, out: 'out\n', err: 'err\n' });
  });

  test('a program receives its arguments, environment, working directory and input', async () => {
    const cwd = temporaryDirectory();
    const source = `import { text } from 'node:stream/consumers';
      console.log(JSON.stringify([process.argv.slice(2), process.env.MINE, process.cwd(), await text(process.stdin)]));`;
    const { out } = await runSource(source, ['a b', '"'], { cwd, env: { MINE: 'here' }, input: 'typed' });
    expect(JSON.parse(out)).toEqual([['a b', '"'], 'here', cwd, 'typed']);
  });

  test('a program does not receive test variables or settings of this repository', async () => {
    vi.stubEnv('VEHICLE_LOOKUP_KEY', 'from-outside');
    const { out } = await runSource('console.log(Object.keys(process.env).join())');
    vi.unstubAllEnvs();
    expect(out.split(',').filter((name) => /^(VITEST|VEHICLE_LOOKUP_|NODE_ENV)/.test(name))).toEqual([]);
    expect(out).toContain('PATH');
  });

  test('outsideEnvironment omits the variables of this workspace', () => {
    vi.stubEnv('npm_package_name', 'of-a-script');
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1');
    vi.stubEnv('NODE_EXTRA_CA_CERTS', '/ca.pem');
    const { PATH, npm_package_name, npm_config_registry, NODE_EXTRA_CA_CERTS } = outsideEnvironment();
    vi.unstubAllEnvs();
    expect(PATH).not.toContain('node_modules');
    expect(npm_package_name).toBe(undefined);
    expect([npm_config_registry, NODE_EXTRA_CA_CERTS]).toEqual(['http://127.0.0.1:1', '/ca.pem']);
  });

  test('a program cannot exceed its file size limit', async () => {
    const source = "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], 'x'.repeat(9000));";
    const file = join(temporaryDirectory(), 'file');
    const { code, err } = await runSource(source, [file], { fileSizeLimit: 4 });
    expect(err).toContain('EFBIG');
    expect(code).toBe(1);
  });

  test('a program that is piped to another command keeps its exit code', async () => {
    const source = 'for (let i = 0; i < 9; i++) console.log(i); process.exitCode = 5;';
    expect(await runSource(source, [], { pipeTo: 'tail -1' })).toMatchObject({ code: 5, out: '8\n' });
  });

  test('a program may be any command or a shell command line', async () => {
    expect(await runCommand(['sh', '-c', 'echo $0', 'x'])).toMatchObject({ code: 0, out: 'x\n' });
    expect(await runShell('echo a && false')).toMatchObject({ code: 1, out: 'a\n' });
  });

  test('a missing program causes an error', async () => {
    await expect(runCommand(['no-such-program'])).rejects.toThrow('no-such-program');
  });
});

describe('start', () => {
  const waiting = "console.log('first'); setInterval(() => undefined, 1000);";

  test('printed waits until the program prints a string', async () => {
    const program = start(moduleOf(waiting));
    await program.printed(/^first$/m);
    expect(program.output.out).toBe('first\n');
  });

  test('printed reports the output if the program exits first', async () => {
    const program = start(moduleOf("console.error('no luck');"));
    await expect(program.printed('first')).rejects.toThrow(
      'the program ended without printing first; output:\nno luck',
    );
  });

  test('stop sends a signal and waits for the program to exit', async () => {
    const program = start(moduleOf(waiting));
    await program.printed('first');
    expect(await program.stop()).toMatchObject({ code: 'SIGTERM', out: 'first\n' });
    expect(await program.stop()).toMatchObject({ code: 'SIGTERM' });
  });

  test('a program receives the input that the caller writes', async () => {
    const program = start(moduleOf("process.stdin.on('data', (text) => console.log('got', String(text)));"), [], {
      input: { open: true },
    });
    program.child.stdin?.write('one');
    await program.printed('got one');
    program.child.stdin?.end();
    expect((await program.ended).code).toBe(0);
  });
});

describe('startServer', () => {
  const server = `import { createServer } from 'node:http';
    const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1', () => {
      process.send({ ready: 'http://127.0.0.1:' + server.address().port, admin: 'elsewhere' });
    });
    process.once('disconnect', () => process.exit(7));`;

  test('a server is ready after its message over the IPC channel', async () => {
    const { address, message } = await startServer(moduleOf(server));
    expect(await (await fetch(address)).text()).toBe('hello');
    expect(message.admin).toBe('elsewhere');
  });

  test('a server is notified when its parent process exits', async () => {
    const { child, ended } = await startServer(moduleOf(server));
    child.disconnect();
    expect((await ended).code).toBe(7);
  });

  test('a server keeps its IPC channel with a file size limit', async () => {
    const { address } = await startServer(moduleOf(server), [], { fileSizeLimit: 100 });
    expect((await fetch(address)).status).toBe(200);
  });

  test('a server that exits before it is ready causes an error with its output', async () => {
    await expect(startServer(moduleOf("console.error('no port'); process.exitCode = 1;"))).rejects.toThrow(
      /module\.mjs ended with 1 before it was ready:\nno port\n/,
    );
  });
});

describe('cleanup', () => {
  const waiting = 'process.send(1); setInterval(() => undefined, 1000);';
  let ofTest: { directory: string; program: RunningProgram };
  let ofFile: { directory: string; program: RunningProgram };

  beforeAll(() => {
    ofFile = { directory: temporaryDirectory(), program: start(moduleOf(waiting), [], { channel: true }) };
  });
  // This hook is registered while the tests are collected, so it runs before the programs and directories of the file are cleaned up.
  afterAll(() => {
    expect(existsSync(ofFile.directory)).toBe(true);
  });

  test('a directory exists during its test', () => {
    ofTest = { directory: temporaryDirectory(), program: start(moduleOf(waiting), [], { channel: true }) };
    expect(existsSync(ofTest.directory)).toBe(true);
  });

  test('programs and directories of a test are cleaned up at its end', () => {
    expect(existsSync(ofTest.directory)).toBe(false);
    expect(ofTest.program.child.signalCode).toBe('SIGKILL');
  });

  test('programs of the file keep running after a test', () => {
    expect(existsSync(ofFile.directory)).toBe(true);
    expect(ofFile.program.child.signalCode).toBe(null);
  });
});
