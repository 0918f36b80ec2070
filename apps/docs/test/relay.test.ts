import { request as httpRequest } from 'node:http';
import { startMock } from '@vehicle-lookup/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocsServer } from '../src/server/server.ts';
import { contract } from './rendered.ts';
import { serveSite } from './site.ts';

let docs: DocsServer;
beforeAll(async () => {
  const { address } = await startMock();
  docs = await serveSite([{ name: 'mock', address }]);
});
afterAll(() => docs?.close());

const post = (body: unknown, type = 'application/json') =>
  fetch(`${docs.address}/relay`, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });

test('the relay reaches the servers of the site alone', async () => {
  const { path } = contract.table;
  expect((await post({ server: 'other', path, query: '' })).status).toBe(400);
  for (const evil of ['@elsewhere.example/', '//elsewhere.example/', '', 'api/']) {
    expect((await post({ server: 'mock', path: evil, query: '' })).status).toBe(400);
  }
  expect((await post({ server: 'mock', path, query: '' })).status).toBe(200);
});

test('the relay takes nothing that a page of another origin can send without asking', async () => {
  expect((await post({}, 'text/plain')).status).toBe(415);
  const { headers } = await fetch(`${docs.address}/relay`, { method: 'OPTIONS' });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('the relay survives a client that disconnects before its request is complete', async () => {
  const { hostname, port } = new URL(docs.address);
  const request = httpRequest({
    hostname,
    port,
    path: '/relay',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  });
  const closed = new Promise((resolve) => request.on('error', resolve));
  await new Promise((resolve) => request.write('{', resolve));
  // The next response on another connection comes after the server has read this part.
  expect((await post({}, 'text/plain')).status).toBe(415);
  request.destroy(new Error('gone'));
  await closed;
  expect((await post({}, 'text/plain')).status).toBe(415);
});

test('the relay rejects what is too long, and what is not JSON', async () => {
  expect((await post('x'.repeat(20_000))).status).toBe(413);
  const response = await fetch(`${docs.address}/relay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(response.status).toBe(400);
});
