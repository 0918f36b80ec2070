import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderPage } from '../src/page.ts';
import { contentSecurityPolicy, selfContained } from '../src/self-contained.ts';
import { document } from './expected.ts';

const folder = mkdtempSync(join(tmpdir(), 'docs-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, content);
  return file;
}

test('a document that is not there is named, with what makes it', () => {
  expect(() => renderPage(join(folder, 'none.json'))).toThrow(
    /none\.json is missing: expected what spec\/build\.ts makes\. Run `pnpm build`\.$/,
  );
});

test('a file that is not JSON is named', () => {
  expect(() => renderPage(fileWith('{'))).toThrow(/openapi\.json cannot be rendered: .*JSON/);
});

test('a document that Redocly refuses is named, with its reason', () => {
  expect(() => renderPage(fileWith(JSON.stringify({ ...document, openapi: '7.0.0' })))).toThrow(
    /openapi\.json cannot be rendered: Unsupported OpenAPI version: 7\.0\.0$/,
  );
});

test('a page whose logo cannot be taken away is refused', () => {
  expect(() => selfContained('<title>Page</title>')).toThrow(
    'expected the address of the logo in the page, found none',
  );
});

test('the policy names each script of the page by its hash and allows no request', () => {
  const policy = contentSecurityPolicy('<script>one()</script><script type="module">two()</script>');
  expect(policy.match(/'sha256-[^']+'/g)).toHaveLength(2);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
});
