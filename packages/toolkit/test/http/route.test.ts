import { describe, expect, test } from 'vitest';
import { type RequestHead, route } from '../../src/http/index.ts';
import { table } from './front.ts';

const routeOf = (url: string, more: Partial<RequestHead> = {}) =>
  route(table, { method: 'GET', url, httpVersion: '1.1', rawHeaders: ['Host', 'h'], ...more });
const { path } = table;
const bare = path.replace(/\/$/, '');

describe('a request to the document’s path returns its query', () => {
  test.each([
    [`${path}?a=1`, 'a=1'],
    [path, ''],
    [`${bare}?a=1`, 'a=1'],
    [`${bare}/?a=1?b`, 'a=1?b'],
    [`http://example.com${path}?a=1`, 'a=1'],
    [`HTTPS://example.com${path}`, ''],
  ])('%s', (url, query) => {
    expect(routeOf(url)).toEqual({ query });
    expect(routeOf(url, { method: 'HEAD' })).toEqual({ query });
  });

  test('even if an HTTP/1.0 client omits the host', () => {
    expect(routeOf(`${path}?a=1`, { httpVersion: '1.0', rawHeaders: [] })).toEqual({ query: 'a=1' });
  });
});

describe('a request is rejected', () => {
  const error = { ...table.error.fixed, [table.error.text]: expect.any(String) };

  test.each<[string, string, Partial<RequestHead>, number]>([
    ['for an escape that cannot be decoded', `${bare}/%zz`, {}, 400],
    ['for a missing host', path, { rawHeaders: [] }, 400],
    ['for a URL that is too long', `${path}?${'x'.repeat(2_048)}`, {}, 414],
    ['for an unsupported method', path, { method: 'POST' }, 405],
  ])('%s', (_, url, more, status) => {
    const { response } = routeOf(`${url}`, more);
    expect(response?.status).toBe(status);
    expect(JSON.parse(String(response?.body))).toEqual(error);
  });

  test.each<[string, string, Partial<RequestHead>]>([
    ['a different path', `${bare}/x`, {}],
    ['a path in upper case', bare.toUpperCase(), {}],
    ['two trailing slashes', `${bare}//`, {}],
    ['two leading slashes', `/${path}`, {}],
    ['an encoded slash', `${bare}%2F`, {}],
    ['a missing path', '*', { method: 'OPTIONS' }],
    ['an unsupported method on a different path', `${bare}/x`, { method: 'POST' }],
  ])('without the API error body for %s, because clients would read it as "vehicle not found"', (_, url, more) => {
    const { response } = routeOf(url, more);
    expect(response?.status).toBe(404);
    expect(JSON.parse(String(response?.body))).toEqual({
      error: expect.stringContaining(`the interface is at ${path}`),
    });
  });

  test('with the allowed methods in a 405 response', () => {
    expect(routeOf(path, { method: 'PROPFIND' }).response?.headers).toEqual({ allow: 'GET, HEAD, OPTIONS' });
  });

  test('without repeating any part of the request', () => {
    for (const url of [`/secret-key?key=secret-key`, `${bare}/%zz-secret-key`, `${path}?${'secret-key'.repeat(300)}`]) {
      expect(JSON.stringify(routeOf(url).response)).not.toContain('secret-key');
    }
  });
});

test('OPTIONS returns 204 without a body and does not require credentials', () => {
  expect(routeOf(path, { method: 'OPTIONS' })).toEqual({
    response: { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' }, body: undefined },
  });
});

test('the maximum URL length is configurable', () => {
  expect(
    route(table, { method: 'GET', url: `${path}?${'x'.repeat(3_000)}`, httpVersion: '1.0', rawHeaders: [] }, 4_000),
  ).toEqual({
    query: 'x'.repeat(3_000),
  });
});
