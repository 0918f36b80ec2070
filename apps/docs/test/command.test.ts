import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, closedAddress, run, serveHttp, startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { describe, expect, test, vi } from 'vitest';
import { freshSite } from '../src/commands/serve.ts';
import { CONTRACT_FILES } from '../src/contract/contract-files.ts';
import { paths } from './rendered.ts';

const docs = bin('docs');

test('--help lists the commands serve and build', async () => {
  const { code, out } = await run(docs, ['--help']);
  expect(code).toBe(0);
  expect(out).toMatch(/build[\s\S]*serve/);
  expect((await run(docs, ['serve', '--help'])).out).toMatch(/--port[\s\S]*--server[\s\S]*--report/);
});

test('build writes every page with relative links, and adds a sitemap and canonical links for --public-address', async () => {
  const directory = join(temporaryDirectory(), 'site');
  const servers = ['--server', 'mock=http://127.0.0.1:4999', '--server', 'service=http://127.0.0.1:4998'];
  const own = [...servers, '--public-address', 'https://docs.example.com/'];
  const { code, out, err } = await run(docs, ['build', directory, ...own]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(directory);
  const read = (path: string) => readFileSync(join(directory, path), 'utf8');
  const start = read('index.html');
  const [, styles = ''] = /href="\.\/(assets\/site\.[0-9a-f]{12}\.css)"/.exec(start) ?? [];
  for (const path of [...paths, 'reference.html', ...CONTRACT_FILES, styles])
    expect(existsSync(join(directory, path)), path).toBe(true);
  expect(start).toContain('http://127.0.0.1:4999');
  // The samples use the first server.
  expect(/id="sample-curl"[\s\S]*?127\.0\.0\.1:(\d+)/.exec(read('operations/getFluids.html'))?.[1]).toBe('4999');
  for (const path of [...paths, 'reference.html']) expect(read(path), path).not.toMatch(/ (href|src)="\//);
  const listed = [...read('sitemap.xml').matchAll(/<loc>https:\/\/docs\.example\.com\/(.*?)<\/loc>/g)].map(
    ([, path]) => path,
  );
  const pages = paths.filter((path) => existsSync(join(directory, path.replace(/html$/, 'md'))));
  expect(pages.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual(pages.map((path) => path.replace('index.html', '')).toSorted());
  expect(read('robots.txt')).toContain('Sitemap: https://docs.example.com/sitemap.xml');
  const canonical = (address: string) => `<link rel="canonical" href="https://docs.example.com/${address}">`;
  expect(read('operations/getFluids.html')).toContain(canonical('operations/getFluids.html'));
  expect(start).toContain(canonical(''));
  expect(read('404.html')).not.toContain('rel="canonical"');
  expect(read('operations/getFluids.md')).toContain('](https://docs.example.com/errors.md)');
  expect(read('llms.txt')).toContain('](https://docs.example.com/operations/getFluids.md)');
});

test.each(['nowhere', 'ftp://docs.example.com', 'https://docs.example.com/?a=1'])(
  '--public-address rejects %s',
  async (address) => {
    const { code, err } = await run(docs, ['build', 'site', '--public-address', address]);
    expect(code).toBe(2);
    expect(err).toContain('expected a URL such as https://docs.example.com/vehicles');
  },
);

test('build does not write to a directory that contains files', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'mine.txt'), '');
  const { code, err } = await run(docs, ['build', directory]);
  expect(code).toBe(1);
  expect(err).toContain('is not empty; choose another directory');
  expect(readdirSync(directory)).toEqual(['mine.txt']);
});

test('build reports why it cannot create a directory', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const { code, err } = await run(docs, ['build', join(file, 'site')]);
  expect(code).toBe(1);
  expect(err).toMatch(/cannot be written: /);
});

describe('serve', () => {
  test('on 127.0.0.1 uses its own URL by default', async () => {
    const { port } = new URL(await closedAddress());
    const { address } = await startServer(docs, ['serve', '--port', port]);
    expect(await (await fetch(`${address}/llms.txt`)).text()).toContain(`](http://127.0.0.1:${port}/errors.md)`);
  });

  test('uses --public-address, and shows the verdicts of the report as soon as the file exists', async () => {
    const report = join(temporaryDirectory(), 'report.json');
    const own = ['serve', '--port', '0', '--public-address', 'https://docs.example.com', '--report', report];
    const { address } = await startServer(docs, own);
    const read = async (path: string) => (await fetch(`${address}/${path}`)).text();
    expect(await read('sitemap.xml')).toContain('<loc>https://docs.example.com/errors.html</loc>');
    expect(await read('llms.txt')).toContain('](https://docs.example.com/errors.md)');
    expect(await read('verification.html')).toContain('Not yet verified against a service');
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
    expect(await read('verification.html')).toContain('<strong>conformant</strong>');
    writeFileSync(report, JSON.stringify({ ...JSON.parse(readFileSync(report, 'utf8')), target: undefined }));
    expect(await read('verification.html')).toContain('not a report');
  });

  test('keeps the previous pages if new pages cannot be generated, and reports the reason once', () => {
    const report = join(temporaryDirectory(), 'report.json');
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const first = new Map([['index.html', Buffer.from('first')]]);
    const site = freshSite(
      first,
      () => {
        throw new UserError('spec/dist/openapi.json is missing');
      },
      report,
    );
    writeFileSync(report, '{}');
    expect([site(), site()]).toEqual([first, first]);
    expect(logged.mock.calls.join()).toBe(
      'The pages still show the previous report: spec/dist/openapi.json is missing',
    );
    logged.mockRestore();
  });

  test('exits with an error message if the port is in use', async () => {
    const { port } = await serveHttp();
    const { code, err } = await run(docs, ['serve', '--port', String(port)]);
    expect(code).toBe(1);
    expect(err).toContain(`port ${port} on 127.0.0.1 is in use`);
  });

  test.each([
    [['--port', 'x'], 'expected a whole number'],
    [['--server', 'mock'], 'expected NAME=URL'],
    [['--server', 'mock=ftp://x'], 'expected a base URL'],
    [['--server', 'a b=http://x'], 'expected NAME=URL'],
    [['--frob'], 'unknown flag'],
  ])('rejects %j', async (args, words) => {
    const { code, err } = await run(docs, ['serve', ...args]);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test('does not print a server URL that contains a key', async () => {
    const { code, err } = await run(docs, [
      'serve',
      '--server',
      `mock=${await closedAddress()}/?user=a&key=canary-key`,
    ]);
    expect(code).toBe(2);
    expect(err).not.toContain('canary-key');
  });
});
