import { describe, expect, test } from 'vitest';
import { toWire } from '../../src/selectors/to-wire.ts';
import { items, library } from './tables.ts';

describe('a request is converted to an actual request:', () => {
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
  ])('%s becomes %s', (given, expected) => expect(toWire(library, given).url).toBe(expected));

  test.each([
    ['http://h/getItem?id=1', 'http://h/items?id=1'],
    ['http://h/getParts?id=1', 'http://h/items?id=1&parts=1'],
    ['http://h/getItem', 'http://h/items'],
  ])('%s becomes %s in an API with a default operation', (given, expected) =>
    expect(toWire(items, given).url).toBe(expected),
  );

  test('the query is kept as written, including credentials and unknown parameters', () => {
    const { search } = new URL(toWire(library, 'http://h/findBooks?token=a%2Fb+c&words=%C3%A9%20f&more=1&more=2').url);
    expect(search).toBe('?token=a%2Fb+c&words=%C3%A9%20f&more=1&more=2&action=find');
  });

  test('method, headers, body and signal are kept for a Request and for a URL with options', async () => {
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

/** Returns a signal with a function that aborts it. */
function abortable(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe('an unconvertible request', () => {
  test.each([
    [
      'with a path that is not an operation',
      'http://h/findBook?words=a',
      'ends with findBooks, findAuthors or readShelf, got "findBook"',
    ],
    ['with a path that continues after the operation', 'http://h/findBooks/?words=a', 'or readShelf, got ""'],
    ['that is already an actual request', 'http://h/library?action=find&words=a', 'or readShelf, got "library"'],
    [
      'with the selector value of another operation',
      'http://h/findBooks?action=shelf',
      'names findBooks, which requires action=find, but the query selects readShelf',
    ],
    ['with a selector of another operation', 'http://h/findBooks?kind=author', 'but the query selects findAuthors'],
    [
      'with a value that does not select an operation',
      'http://h/findAuthors?action=burn',
      'requires action=find and kind=author, but the query selects no operation',
    ],
    ['with a URL without a scheme', '/findBooks?words=a', 'expected arguments of fetch'],
    ['with a URL that is not HTTP', 'data:/findBooks?words=a', 'expected a base URL such as'],
    ['with invalid options', 'http://h/findBooks', 'expected arguments of fetch', { method: 'NOT VALID' }],
  ])('%s is rejected: %s', (_, given, message, init: RequestInit = {}) => {
    expect(() => toWire(library, given, init)).toThrow(RangeError);
    expect(() => toWire(library, given, init)).toThrow(message);
  });

  test('to an operation without selectors is rejected with a message about the extra selector', () => {
    expect(() => toWire(items, 'http://h/getItem?id=1&parts=1')).toThrow(
      'the path names getItem, which requires no selector, but the query selects getParts',
    );
  });

  test.each([
    '/findBooks?token=cAnArY',
    'http://u:cAnArY@h/findBooks',
    'http://h/none?token=cAnArY',
    'http://h/findBooks?token=cAnArY&action=shelf',
    'http://[cAnArY',
  ])('%s is rejected without repeating the key', (given) => {
    expect(() => toWire(library, given)).toThrow(RangeError);
    expect(() => toWire(library, given)).not.toThrow(/cAnArY/i);
  });
});
