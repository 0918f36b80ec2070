import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve } from '../src/server.ts';

const main = join(import.meta.dirname, '../src/serve.ts');
const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', timeout: 10_000 });

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

test.each(['/', '/index.html', '/?from=mail'])('GET %s answers the page', async (path) => {
  const response = await fetch(served.address + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toContain('<html lang="en">');
});

test('HEAD answers the same without a body', async () => {
  const response = await fetch(`${served.address}/`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  expect(await response.text()).toBe('');
});

test('the page comes with headers that keep it to itself', async () => {
  const { headers } = await fetch(`${served.address}/`, { method: 'HEAD' });
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test.each([
  ['GET', '/package.json'],
  ['GET', '/..%2fpackage.json'],
  ['GET', '/index.htmlx'],
  ['POST', '/'],
])('%s %s is not found', async (method, path) => {
  expect((await fetch(served.address + path, { method })).status).toBe(404);
});

async function started(): Promise<{ child: ChildProcess; address: string }> {
  const child = fork(main, ['--port', '0'], { stdio: 'ignore' });
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
  return { child, address: ready };
}

test('a parent learns the address over the channel, and ends it by SIGTERM', async () => {
  const { child, address } = await started();
  expect((await fetch(`${address}/`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('it ends when its parent closes the channel', async () => {
  const { child } = await started();
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a taken port is named, with the way out', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stderr } = run('--port', String(port));
  other.close();
  expect(stderr).toBe(`docs: port ${port} on 127.0.0.1 is taken; choose another with --port\n`);
  expect(status).toBe(1);
});

test.each([
  [['--prot', '1'], "docs: Unknown option '--prot'"],
  [['--port', 'many'], 'docs: --port: expected a number from 0 to 65535'],
  [['--port', '70000'], 'docs: --port: expected a number from 0 to 65535'],
])('wrong flags %j answer one line and the usage', (args, line) => {
  const { status, stderr } = run(...args);
  expect(stderr).toMatch(new RegExp(`^${line}`));
  expect(stderr).toContain('[--port 4020] [--host 127.0.0.1]');
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(2);
});
