import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, closedAddress, run, serveHttp, startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { paths } from './rendered.ts';

const docs = bin('docs');

test('--help explains how to serve and how to build', async () => {
  const { code, out } = await run(docs, ['--help']);
  expect(code).toBe(0);
  expect(out).toMatch(/serve[\s\S]*build/);
  expect((await run(docs, ['serve', '--help'])).out).toMatch(/--port[\s\S]*--server[\s\S]*--report/);
});

test('build writes every page, which needs no server of its own', async () => {
  const directory = join(temporaryDirectory(), 'site');
  const { code, out, err } = await run(docs, ['build', directory, '--server', 'mock=http://127.0.0.1:4999']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(directory);
  for (const path of [...paths, 'reference.html', 'openapi.yaml', 'assets/site.css'])
    expect(existsSync(join(directory, path)), path).toBe(true);
  const start = readFileSync(join(directory, 'index.html'), 'utf8');
  expect(start).toContain('http://127.0.0.1:4999');
  // Relative addresses: any path will do.
  expect(start).not.toMatch(/(href|src)="\//);
});

test('build does not write into a directory with files', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'mine.txt'), '');
  const { code, err } = await run(docs, ['build', directory]);
  expect(code).toBe(1);
  expect(err).toContain('is not empty; give a new directory');
  expect(readdirSync(directory)).toEqual(['mine.txt']);
});

test('build says why a directory cannot be written', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const { code, err } = await run(docs, ['build', join(file, 'site')]);
  expect(code).toBe(1);
  expect(err).toMatch(/cannot be written: /);
});

describe('serve', () => {
  test('shows verdicts as soon as the report is there', async () => {
    const report = join(temporaryDirectory(), 'report.json');
    const { address } = await startServer(docs, ['serve', '--port', '0', '--report', report]);
    const page = async () => (await fetch(`${address}/verification.html`)).text();
    expect(await page()).toContain('There is no report yet');
    writeFileSync(
      report,
      JSON.stringify({
        contract: { version: '0.1.0' },
        started: 'now',
        target: 'mock',
        verdict: 'conformant',
        requests: { spent: 1 },
        cells: [],
        assumptions: [],
      }),
    );
    expect(await page()).toContain('data-run-verdict="conformant"');
  });

  test('ends with a message when its port is taken', async () => {
    const { port } = await serveHttp();
    const { code, err } = await run(docs, ['serve', '--port', String(port)]);
    expect(code).toBe(1);
    expect(err).toContain(`port ${port} on 127.0.0.1 is taken`);
  });

  test.each([
    [['--port', 'x'], 'expected a whole number'],
    [['--server', 'mock'], 'expected NAME=URL'],
    [['--server', 'mock=ftp://x'], 'expected a base address'],
    [['--server', 'a b=http://x'], 'expected NAME=URL'],
    [['--frob'], 'unknown flag'],
  ])('refuses %j', async (args, words) => {
    const { code, err } = await run(docs, ['serve', ...args]);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test('prints no address with a key', async () => {
    const { code, err } = await run(docs, [
      'serve',
      '--server',
      `mock=${await closedAddress()}/?user=a&key=canary-key`,
    ]);
    expect(code).toBe(2);
    expect(err).not.toContain('canary-key');
  });
});
