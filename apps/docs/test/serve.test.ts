import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { visible } from '@vehicle-lookup/toolkit/markup';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CONTRACT_FILES } from '../src/contract/contract-files.ts';
import { readReport } from '../src/contract/report.ts';
import { frame } from '../src/layout/frame.ts';
import { assumptionsPage } from '../src/pages/assumptions.ts';
import { verificationPage } from '../src/pages/verification.ts';
import { type DocsServer, startDocs } from '../src/server/server.ts';
import { contract, mainOf, paths, sections, site, textOf } from './rendered.ts';
import { serveSite } from './site.ts';

let docs: DocsServer;
beforeAll(async () => {
  docs = await serveSite();
});
afterAll(() => docs.close());

const spec = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/package.json'));
/** Returns the compressed size of a file. The size is read from the header, because `fetch` decompresses bodies. */
async function sent(path: string, encoding: string): Promise<{ bytes: number; headers: Headers }> {
  const { headers } = await fetch(`${docs.address}/${path}`, {
    method: 'HEAD',
    headers: { 'accept-encoding': encoding },
  });
  return { bytes: Number(headers.get('content-length')), headers };
}

describe('the contract', () => {
  test('is available in every format that its package exports', () => {
    const { exports } = JSON.parse(readFileSync(join(spec, 'package.json'), 'utf8'));
    const built = Object.values<string>(exports).filter((file) => file.startsWith('./dist/'));
    expect([...CONTRACT_FILES].sort()).toEqual(built.map((file) => file.replace('./dist/', '')).sort());
  });

  test.each(CONTRACT_FILES)('%s is identical to the built file', async (name) => {
    const response = await fetch(`${docs.address}/${name}`);
    expect(response.headers.get('content-type')).toBe(name.endsWith('.yaml') ? 'application/yaml' : 'application/json');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toBe(readFileSync(join(spec, 'dist', name), 'utf8'));
  });
});

describe('the transferred size with Brotli compression', () => {
  test.each(paths)('is at most 45,000 bytes for %s with its scripts and style sheets', async (path) => {
    const page = await (await fetch(`${docs.address}/${path}`)).text();
    const assets = [...page.matchAll(/(?:src|href)="(?:\.\.?\/)*(assets\/[^"]*)"/g)].map(([, asset = '']) => asset);
    const all = await Promise.all([path, ...assets].map((one) => sent(one, 'br')));
    expect(all.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(45_000);
  });

  test('is at most 600,000 bytes for the reference, and 3,000 bytes per operation on a second visit', async () => {
    const page = await (await fetch(`${docs.address}/reference.html`)).text();
    const files = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]*)"/g)].map(([, file = '']) => file);
    const all = await Promise.all([...new Set(['reference.html', ...files])].map((one) => sent(one, 'br')));
    const total = (some: typeof all) => some.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total(all)).toBeLessThanOrEqual(600_000);
    const again = all.filter(({ headers }) => !headers.get('cache-control')?.includes('immutable'));
    expect(again).toHaveLength(1);
    // Each additional operation may add 3,000 bytes.
    expect(total(again)).toBeLessThanOrEqual(3_000 * Math.max(10, contract.operations.length));
  });
});

test('a browser can cache all files of a page and only revalidates the page', async () => {
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

test('a page is sent in an encoding that the client accepts', async () => {
  expect((await sent('clauses.html', 'gzip, br')).headers.get('content-encoding')).toBe('br');
  expect((await sent('clauses.html', 'gzip, br;q=0')).headers.get('content-encoding')).toBe('gzip');
  expect((await sent('clauses.html', 'identity')).headers.get('content-encoding')).toBeNull();
  const { headers } = await sent('clauses.html', 'br');
  expect(headers.get('vary')).toBe('accept, accept-encoding');
});

test('the policy of every page allows only scripts from the site, and only the form may send requests to other servers', async () => {
  for (const path of [...paths, 'reference.html']) {
    const { headers } = await sent(path, 'br');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy, path).toMatch(/^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/);
    expect(policy).not.toContain('unsafe-');
    const hasForm = /^(try|operations\/(?!all|index)\w+)\.html$/.test(path);
    expect(policy, path).toContain(hasForm ? "connect-src 'self' http: https:" : "connect-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('the headers and the compressed versions of a file are computed only once', async () => {
  const page = Buffer.from('<!doctype html>\n<html lang="en">');
  const read = vi.spyOn(page, 'toString');
  const own = await startDocs(() => new Map([['index.html', page]]), { servers: [], path: '/api/' });
  const tags = [];
  for (const encoding of ['br', 'br', 'gzip', 'identity']) {
    const response = await fetch(own.address, { headers: { 'accept-encoding': encoding } });
    expect(await response.text()).toContain('<html lang="en">');
    tags.push(response.headers.get('etag'));
  }
  expect((await fetch(own.address, { headers: { 'if-none-match': String(tags[0]) } })).status).toBe(304);
  expect(new Set(tags).size).toBe(1);
  expect(read).toHaveBeenCalledTimes(1);
  await own.close();
});

test('the reference script does not contain external image URLs or style attributes for code', async () => {
  const page = await (await fetch(`${docs.address}/reference.html`)).text();
  const [script = ''] = /assets\/reference\.[^"]*\.js/.exec(page) ?? [];
  const text = await (await fetch(`${docs.address}/${script}`)).text();
  expect(text).toContain('data-token=');
  expect(text).not.toMatch(/cdn\.redoc\.ly|style="color: var\(/);
});

test('an unknown URL returns the 404 page with links to the site', async () => {
  const response = await fetch(`${docs.address}/some/where/else`);
  expect(response.status).toBe(404);
  const page = await response.text();
  expect(page).toContain('No such page');
  expect(page).toContain('href="../../index.html"');
  expect(page).not.toContain('href="./');
});

test('an unknown URL with a deep path returns a short 404 response', async () => {
  const response = await fetch(`${docs.address}/${'a/'.repeat(3_000)}`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('Not found.\n');
});

test.each(['/', '/?from=mail', '/operations/', '/operations', '/errors', '/operations/getFluids'])(
  'GET %s returns a page',
  async (path) => {
    const response = await fetch(docs.address + path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<html lang="en">');
  },
);

test('a URL without .html returns the page or its Markdown, and a directory without a slash redirects', async () => {
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
  'GET %s returns 404',
  async (path) => {
    expect((await fetch(docs.address + path)).status).toBe(404);
  },
);

test('HEAD returns no body, and POST is rejected', async () => {
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

  test('appears on the pages with its date', async () => {
    const { matrix, assumptions } = await pagesWith(JSON.stringify(report));
    expect(textOf(matrix)).toMatch(/conformant The run on .*getFluids✓ full○ \(1\)/);
    expect(textOf(assumptions)).toContain('confirmed, 2026-01-02T03:04:05Z: carId 1: 404');
  });

  test('states the service, the date and the number of cells in each state', async () => {
    const text = textOf((await pagesWith(JSON.stringify(report))).matrix);
    expect(text).toContain(
      'The run on 2026-01-02, 03:04 UTC sent 7 requests to a service at https://vehicles.example.com.',
    );
    expect(text).toContain('Cells: 1 passed, 1 not applicable.');
    expect(text).toContain('No request leads there.');
  });

  test('links each cell with a reason to the list of reasons', async () => {
    const { matrix } = await pagesWith(JSON.stringify(report));
    expect(/<td>[^/]*<a href="#reasons">1<\/a>/.test(matrix)).toBe(true);
    expect(textOf(sections(matrix, 2).get('reasons') ?? '')).toContain('No request leads there.');
    expect((await pagesWith(JSON.stringify({ ...report, cells: [] }))).matrix).not.toContain('reasons');
  });

  test('counts the cells in each state, and shows a symbol for known states and the name of unknown states', async () => {
    const states = ['pass', 'fail', 'error', 'not-observed', 'not-applicable', 'new-*state*'];
    const cells = states.map((state, index) => ({ operation: 'getFluids', status: `20${index}`, state }));
    const { matrix } = await pagesWith(JSON.stringify({ ...report, requests: { spent: 1 }, cells }));
    const text = textOf(matrix);
    expect(text).toContain('sent 1 request to');
    expect(text).toContain('1 passed, 1 failed, 1 not evaluated, 1 not observed, 1 not applicable');
    expect(text).toContain('getFluids✓✗!–○new-*state*');
  });

  test('is not shown if it is about another version, and the pages state the reason', async () => {
    const { matrix, assumptions } = await pagesWith(JSON.stringify({ ...report, contract: { version: '9.9.9' } }));
    for (const page of [matrix, assumptions])
      expect(page).toContain('The report is about version 9.9.9 of the contract');
    expect(assumptions).not.toContain('carId 1: 404');
  });

  /** Returns the report as JSON, with a different value at a path. */
  const withValue = (path: readonly (string | number)[], value: unknown): string => {
    const changed = structuredClone(report);
    const parent = path.slice(0, -1).reduce<Record<string, unknown>>((node, key) => Object(node[key]), changed);
    parent[String(path.at(-1))] = value;
    return JSON.stringify(changed);
  };

  test.each([
    ['{', 'not a report'],
    ['null', 'not a report'],
    ['{"contract":{}}', 'not a report'],
    [undefined, 'cannot be read'],
    [withValue(['target'], undefined), 'not a report'],
    [withValue(['address'], 1), 'not a report'],
    [withValue(['requests', 'spent'], '7'), 'not a report'],
    [withValue(['cells', 0, 'operation'], undefined), 'not a report'],
    [withValue(['cells', 0, 'status'], 200), 'not a report'],
    [withValue(['cells', 0, 'envelope'], {}), 'not a report'],
    [withValue(['cells', 0, 'reason'], ['x']), 'not a report'],
    [withValue(['cells', 0], null), 'not a report'],
    [withValue(['assumptions', 0, 'id'], 1), 'not a report'],
    [withValue(['assumptions', 0, 'how'], undefined), 'not a report'],
  ])('that is invalid is reported: %s', async (text, words) => {
    const { matrix } = await pagesWith(text);
    expect(matrix).toContain(words);
    expect(matrix).toContain('pnpm contract verify --report-dir DIR');
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    '![x](y) [a](https://evil.example) [b](/nowhere) <https://evil.example>',
    '`` ` ``` [a](https://evil.example) ``',
    '\\` \\[a](https://evil.example) | ~~x~~ *y* __z__ &lt;',
    'one\n\n# two\n\n> [!TIP]\n> three\n\n| a |\n| --- |',
    'right \u202eto left, zero\u200b width, \u001b[31m',
  ])('with %j in every string is shown as text', async (evil) => {
    const hostile = {
      contract: report.contract,
      started: evil,
      target: evil,
      address: evil,
      verdict: evil,
      requests: { spent: 7 },
      assumptions: [{ id: 'not-found', state: evil, how: evil }],
      cells: [{ operation: 'getFluids', status: evil, envelope: evil, state: evil, reason: evil }],
    };
    const other = await pagesWith(JSON.stringify({ ...hostile, contract: { version: evil } }));
    const own = await pagesWith(JSON.stringify(hostile));
    const harmless = evil.replaceAll(/[^\w\s]|\n/g, 'x');
    const plain = await pagesWith(JSON.stringify(hostile).replaceAll(JSON.stringify(evil), JSON.stringify(harmless)));
    const shown = visible(evil.replaceAll(/\s+/g, ' '));
    for (const [page, expected] of [
      [own.matrix, plain.matrix],
      [own.assumptions, plain.assumptions],
    ] as const) {
      const tags = (text: string) => text.match(/<\/?[a-z]\w*/g);
      expect(tags(page)).toEqual(tags(expected));
      expect(textOf(page)).toContain(shown);
    }
    for (const page of [other.matrix, other.assumptions]) {
      expect(mainOf(page)).not.toMatch(/<(img|a href="(?:https:\/\/evil|\/nowhere))/);
      expect(textOf(page)).toContain(`about version ${shown} of the contract`);
    }
    expect(
      textOf(own.matrix).split(shown).length - 1,
      'verdict, time, target, URL, status, envelope, state (twice), reason',
    ).toBe(9);
  });

  test('with long strings is truncated', async () => {
    const { matrix, assumptions } = await pagesWith(
      JSON.stringify({
        ...report,
        address: `https://vehicles.example.com/${'a'.repeat(5000)}`,
        verdict: 'b'.repeat(5000),
        assumptions: [{ id: 'not-found', state: 'confirmed', how: 'c'.repeat(5000) }],
      }),
    );
    expect(matrix).toContain('more characters');
    for (const page of [matrix, assumptions]) expect(page).not.toMatch(/a{1001}|b{1001}|c{1001}/);
  });
});
