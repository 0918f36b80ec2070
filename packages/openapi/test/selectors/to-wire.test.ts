import { describe, expect, test } from 'vitest';
import { toWire } from '../../src/selectors/to-wire.ts';
import { items, library } from './tables.ts';

describe('the actual request', () => {
  test.each([
    ['http://h/findBooks?words=a', 'http://h/library?words=a&action=find'],
    ['http://h/findAuthors?words=a', 'http://h/library?words=a&action=find&kind=author'],
    ['http://h/findAuthors?kind=author&words=a', 'http://h/library?kind=author&words=a&action=find'],
    ['http://h/readShelf?action=shelf&number=3', 'http://h/library?action=shelf&number=3'],
    ['https://h:8443/v2/findBooks?words=a', 'https://h:8443/v2/library?words=a&action=find'],
    ['http://h/library/findBooks?words=a', 'http://h/library?words=a&action=find'],
    ['http://h//findBooks?words=a', 'http://h/library?words=a&action=find'],
    ['http://h/findBooks', 'http://h/library?action=find'],
    ['http://h/findBooks?words=a#top', 'http://h/library?words=a&action=find'],
  ])('of %s is %s', (given, expected) => expect(toWire(library, given).url).toBe(expected));

  test.each([
    ['http://h/getItem?id=1', 'http://h/items?id=1'],
    ['http://h/getParts?id=1', 'http://h/items?id=1&parts=1'],
    ['http://h/getItem', 'http://h/items'],
  ])('of an API with an operation without selectors: %s is %s', (given, expected) =>
    expect(toWire(items, given).url).toBe(expected),
  );

  test('keeps the query as written, including credentials and unknown parameters', () => {
    const { search } = new URL(toWire(library, 'http://h/findBooks?token=a%2Fb+c&words=%C3%A9%20f&more=1&more=2').url);
    expect(search).toBe('?token=a%2Fb+c&words=%C3%A9%20f&more=1&more=2&action=find');
  });

  test('keeps method, headers, body and signal of a Request, or of a URL with options', async () => {
    const { signal, abort } = abortable();
    const options = { method: 'POST', headers: { 'x-trace': 'a1' }, body: 'text', signal };
    const address = 'http://h/findBooks?words=a';
    const requests = [new Request(address, options), address, new URL(address)].map((input) =>
      input instanceof Request ? toWire(library, input) : toWire(library, input, options),
    );
    abort();
    for (const request of requests) {
      expect(request).toMatchObject({ url: 'http://h/library?words=a&action=find', method: 'POST' });
      expect(request.headers.get('x-trace')).toBe('a1');
      expect(request.signal.aborted).toBe(true);
      expect(await request.text()).toBe('text');
    }
  });
});

/** A signal that is aborted later. */
function abortable(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe('no actual request', () => {
  test.each([
    [
      'a path that is not an operation',
      'http://h/findBook?words=a',
      'ends with findBooks, findAuthors or readShelf, got "findBook"',
    ],
    ['a path that goes on after the operation', 'http://h/findBooks/?words=a', 'or readShelf, got ""'],
    ['a request that is a true one already', 'http://h/library?action=find&words=a', 'or readShelf, got "library"'],
    [
      'another value of a selector',
      'http://h/findBooks?action=shelf',
      'names findBooks, which needs action=find, but the query selects readShelf',
    ],
    ['a selector of another operation', 'http://h/findBooks?kind=author', 'but the query selects findAuthors'],
    [
      'a value that does not select an operation',
      'http://h/findAuthors?action=burn',
      'needs action=find and kind=author, but the query selects no operation',
    ],
    ['an address without a scheme', '/findBooks?words=a', 'expected arguments of fetch'],
    ['an address of another kind', 'data:/findBooks?words=a', 'expected a base URL such as'],
    ['options that are not valid', 'http://h/findBooks', 'expected arguments of fetch', { method: 'NOT VALID' }],
  ])('%s is rejected: %s', (_, given, message, init: RequestInit = {}) => {
    expect(() => toWire(library, given, init)).toThrow(RangeError);
    expect(() => toWire(library, given, init)).toThrow(message);
  });

  test('the message mentions the operation without selectors', () => {
    expect(() => toWire(items, 'http://h/getItem?id=1&parts=1')).toThrow(
      'the path names getItem, which needs no selector, but the query selects getParts',
    );
  });

  test.each([
    '/findBooks?token=cAnArY',
    'http://u:cAnArY@h/findBooks',
    'http://h/none?token=cAnArY',
    'http://h/findBooks?token=cAnArY&action=shelf',
    'http://[cAnArY',
  ])('%s is rejected without its key', (given) => {
    expect(() => toWire(library, given)).toThrow(RangeError);
    expect(() => toWire(library, given)).not.toThrow(/cAnArY/i);
  });
});
