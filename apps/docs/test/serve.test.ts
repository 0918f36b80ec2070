import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_FILES } from '../src/contract/contract-files.ts';
import { readReport } from '../src/contract/report.ts';
import { frame } from '../src/layout/frame.ts';
import { assumptionsPage } from '../src/pages/assumptions.ts';
import { verificationPage } from '../src/pages/verification.ts';
import type { DocsServer } from '../src/server/server.ts';
import { contract, paths, site, textOf } from './rendered.ts';
import { serveSite } from './site.ts';

let docs: DocsServer;
beforeAll(async () => {
  docs = await serveSite();
});
afterAll(() => docs.close());

const spec = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/package.json'));
/** The bytes of a file as they are sent. `fetch` decompresses, so that the length of the header is read. */
async function sent(path: string, encoding: string): Promise<{ bytes: number; headers: Headers }> {
  const { headers } = await fetch(`${docs.address}/${path}`, {
    method: 'HEAD',
    headers: { 'accept-encoding': encoding },
  });
  return { bytes: Number(headers.get('content-length')), headers };
}

describe('the contract', () => {
  test('is served in every form that its package exports', () => {
    const { exports } = JSON.parse(readFileSync(join(spec, 'package.json'), 'utf8'));
    const built = Object.values<string>(exports).filter((file) => file.startsWith('./dist/'));
    expect([...CONTRACT_FILES].sort()).toEqual(built.map((file) => file.replace('./dist/', '')).sort());
  });

  test.each(CONTRACT_FILES)('%s is the file that was built', async (name) => {
    const response = await fetch(`${docs.address}/${name}`);
    expect(response.headers.get('content-type')).toBe(name.endsWith('.yaml') ? 'application/yaml' : 'application/json');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toBe(readFileSync(join(spec, 'dist', name), 'utf8'));
  });
});

describe('the bytes that are sent with brotli', () => {
  test.each(paths)('%s with its scripts and styles: at most 45,000', async (path) => {
    const page = await (await fetch(`${docs.address}/${path}`)).text();
    const assets = [...page.matchAll(/(?:src|href)="(?:\.\.?\/)*(assets\/[^"]*)"/g)].map(([, asset = '']) => asset);
    const all = await Promise.all([path, ...assets].map((one) => sent(one, 'br')));
    expect(all.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(45_000);
  });

  test('the reference with everything: at most 600,000, and of ten operations 30,000 on a second visit', async () => {
    const page = await (await fetch(`${docs.address}/reference.html`)).text();
    const files = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]*)"/g)].map(([, file = '']) => file);
    const all = await Promise.all([...new Set(['reference.html', ...files])].map((one) => sent(one, 'br')));
    const total = (some: typeof all) => some.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total(all)).toBeLessThanOrEqual(600_000);
    const again = all.filter(({ headers }) => !headers.get('cache-control')?.includes('immutable'));
    expect(again).toHaveLength(1);
    // A further operation may cost as much as one of these.
    expect(total(again)).toBeLessThanOrEqual(3_000 * Math.max(10, contract.operations.length));
  });
});

test('of every page a browser keeps all files, and asks only for the page', async () => {
  for (const path of [...paths, 'reference.html']) {
    const page = await (await fetch(`${docs.address}/${path}`)).text();
    const assets = [...page.matchAll(/(?:["' ])(?:\.\.?\/)*(assets\/[^"' ]*)/g)].map(([, asset = '']) => asset);
    expect(assets.length, path).toBeGreaterThan(4);
    for (const asset of assets) {
      const { status, headers } = await fetch(`${docs.address}/${asset}`, { method: 'HEAD' });
      expect({ asset, status, isHashed: /\.[0-9a-f]{12}\.\w+$/.test(asset) }).toEqual({
        asset,
        status: 200,
        isHashed: true,
      });
      expect(headers.get('cache-control'), asset).toBe('public, max-age=31536000, immutable');
    }
    const { headers } = await sent(path, 'br');
    expect(headers.get('cache-control'), path).toBe('no-cache');
    const again = await fetch(`${docs.address}/${path}`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect({ status: again.status, body: await again.text() }, path).toEqual({ status: 304, body: '' });
  }
});

test('a page is sent as the client accepts it', async () => {
  expect((await sent('clauses.html', 'gzip, br')).headers.get('content-encoding')).toBe('br');
  expect((await sent('clauses.html', 'gzip, br;q=0')).headers.get('content-encoding')).toBe('gzip');
  expect((await sent('clauses.html', 'identity')).headers.get('content-encoding')).toBeNull();
  const { headers } = await sent('clauses.html', 'br');
  expect(headers.get('vary')).toBe('accept, accept-encoding');
});

test('every page has a policy without anything unsafe, and nobody may frame it', async () => {
  for (const path of [...paths, 'reference.html']) {
    const { headers } = await sent(path, 'br');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy, path).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(policy).not.toContain('unsafe-');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('an unknown address is answered with the page for it, whose links lead to the site', async () => {
  const response = await fetch(`${docs.address}/some/where/else`);
  expect(response.status).toBe(404);
  const page = await response.text();
  expect(page).toContain('No such page');
  expect(page).toContain('href="../../index.html"');
  expect(page).not.toContain('href="./');
});

test('an unknown address with a long path gets a short response', async () => {
  const response = await fetch(`${docs.address}/${'a/'.repeat(3_000)}`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('Not found.\n');
});

test.each(['/', '/?from=mail', '/operations/', '/operations', '/errors', '/operations/getFluids'])(
  'GET %s answers a page',
  async (path) => {
    const response = await fetch(docs.address + path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<html lang="en">');
  },
);

test('an address without .html is the page, and its Markdown for a program; a directory without its slash leads to it', async () => {
  const page = await fetch(`${docs.address}/errors`);
  expect(await page.text()).toBe(await (await fetch(`${docs.address}/errors.html`)).text());
  const markdown = await fetch(`${docs.address}/errors`, { headers: { accept: 'text/markdown' } });
  expect(await markdown.text()).toBe(await (await fetch(`${docs.address}/errors.md`)).text());
  const directory = await fetch(`${docs.address}/operations`, { redirect: 'manual' });
  expect({ status: directory.status, location: directory.headers.get('location') }).toEqual({
    status: 308,
    location: './operations/',
  });
});

test.each(['/package.json', '/..%2fpackage.json', '/../package.json', '/operations/../../package.json', '/assets/'])(
  'GET %s answers 404',
  async (path) => {
    expect((await fetch(docs.address + path)).status).toBe(404);
  },
);

test('HEAD answers the same without a body, and POST is rejected', async () => {
  expect(await (await fetch(`${docs.address}/`, { method: 'HEAD' })).text()).toBe('');
  expect((await fetch(`${docs.address}/`, { method: 'POST' })).status).toBe(405);
});

describe('a report of a contract run', () => {
  const file = join(temporaryDirectory(), 'report.json');
  const report = {
    contract: { version: '0.1.0' },
    started: '2026-01-02T03:04:05Z',
    target: 'service',
    verdict: 'conformant',
    requests: { spent: 7 },
    address: 'https://vehicles.example.com',
    cells: [
      { operation: 'getFluids', status: '200', envelope: 'full', state: 'pass' },
      { operation: 'getFluids', status: '500', state: 'not-applicable', reason: 'No request leads there.' },
    ],
    assumptions: [{ id: 'not-found', state: 'confirmed', how: 'carId 1: 404' }],
  };
  const pagesWith = async (text: string | undefined): Promise<{ matrix: string; assumptions: string }> => {
    if (text !== undefined) writeFileSync(file, text);
    const shown = { ...site, report: readReport(text === undefined ? join(file, 'none') : file, contract.version) };
    return { matrix: frame(shown, [], verificationPage(shown)), assumptions: frame(shown, [], assumptionsPage(shown)) };
  };

  test('is shown with its date', async () => {
    const { matrix, assumptions } = await pagesWith(JSON.stringify(report));
    expect(textOf(matrix)).toMatch(/conformant A service .*getFluids✓ full– \(1\)/);
    expect(textOf(assumptions)).toContain('confirmed, 2026-01-02T03:04:05Z: carId 1: 404');
  });

  test('says which service was asked, when, and how much of the contract was seen', async () => {
    const text = textOf((await pagesWith(JSON.stringify(report))).matrix);
    expect(text).toContain('A service at https://vehicles.example.com, tested 2026-01-02, 03:04 UTC, with 7 requests.');
    expect(text).toContain('1 of 2 cells passed, 0 failed, and 1 were not observed.');
    expect(text).toContain('No request leads there.');
  });

  test('of another version is not shown, and the page says why', async () => {
    const { matrix, assumptions } = await pagesWith(JSON.stringify({ ...report, contract: { version: '9.9.9' } }));
    for (const page of [matrix, assumptions])
      expect(page).toContain('The report is about version 9.9.9 of the contract');
    expect(assumptions).not.toContain('carId 1: 404');
  });

  test.each([
    ['{', 'not a report'],
    ['{"contract":{}}', 'not a report'],
    [undefined, 'cannot be read'],
  ])('%s is named', async (text, words) => {
    const { matrix } = await pagesWith(text);
    expect(matrix).toContain(words);
    expect(matrix).toContain('pnpm contract verify --report-dir DIR');
  });

  test('with markup in every text is text', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const { matrix, assumptions } = await pagesWith(
      JSON.stringify({
        ...report,
        started: evil,
        verdict: evil,
        assumptions: [{ id: 'not-found', state: evil, how: evil }],
        cells: [{ operation: 'getFluids', status: evil, state: evil, reason: evil }],
      }),
    );
    for (const page of [matrix, assumptions]) {
      expect(page).not.toContain('<img src=x');
      expect(page).toContain('&lt;img');
    }
  });
});
