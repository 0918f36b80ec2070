import { bin, run, serveHttp, startServer } from '@vehicle-lookup/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DocsServer, startDocs } from '../src/server.ts';

let docs: DocsServer;
beforeAll(async () => {
  docs = await startDocs();
});
afterAll(() => docs.close());

test.each(['/', '/index.html', '/?from=mail'])('GET %s answers the page', async (path) => {
  const response = await fetch(docs.address + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toContain('<html lang="en">');
});

test('HEAD answers the same without a body', async () => {
  const response = await fetch(`${docs.address}/`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  expect(await response.text()).toBe('');
});

test('the headers of the page keep it to itself', async () => {
  const { headers } = await fetch(`${docs.address}/`, { method: 'HEAD' });
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
  expect((await fetch(docs.address + path, { method })).status).toBe(404);
});

test('a parent learns the address over the channel, and ends the server by SIGTERM', async () => {
  const server = await startServer(bin('docs'), ['--port', '0']);
  expect((await fetch(`${server.address}/`)).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
});

test('the server ends when its parent closes the channel', async () => {
  const server = await startServer(bin('docs'), ['--port', '0']);
  server.child.disconnect();
  expect((await server.ended).code).toBe(0);
});

test('a taken port is named, with the next step', async () => {
  const { port } = await serveHttp();
  const { code, err } = await run(bin('docs'), ['--port', String(port)]);
  expect(err).toBe(
    `docs: port ${port} on 127.0.0.1 is taken; choose another with --port, or --port 0 for a free one\n`,
  );
  expect(code).toBe(1);
});

test.each([
  [['--prot', '1'], 'unknown flag "--prot"; did you mean --port?'],
  [['--port', 'many'], '--port: expected a whole number from 0 to 65535, got "many".'],
])('%j is refused with one line', async (args, text) => {
  const { code, err } = await run(bin('docs'), args);
  expect({ code, err }).toEqual({ code: 2, err: `docs: ${text} See docs --help\n` });
});
