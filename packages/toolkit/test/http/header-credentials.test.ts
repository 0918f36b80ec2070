import type { IncomingHttpHeaders } from 'node:http';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { headerCredentials, headerSecrets } from '../../src/http/index.ts';

const table = { credentials: ['account', 'token'], secrets: ['token'] };
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

test.each<[string, [string, string][], IncomingHttpHeaders, [string, string][]]>([
  ['a secret is read from X-Api-Key', [['account', 'a']], { 'x-api-key': 't' }, [['token', 't']]],
  [
    'both credentials are read from Basic',
    [],
    basic('a:t:u'),
    [
      ['account', 'a'],
      ['token', 't:u'],
    ],
  ],
  ['a user in the query takes precedence', [['account', 'b']], basic('a:t'), [['token', 't']]],
  [
    'a secret in the query takes precedence over all headers',
    [['token', 's']],
    { ...basic('a:t'), 'x-api-key': 'x' },
    [],
  ],
  ['a different scheme is ignored', [], { authorization: 'Bearer t' }, []],
  ['Basic credentials without a colon are ignored', [], basic('at'), []],
])('%s', (_, query, headers, expected) => {
  expect(headerCredentials(table, query, headers)).toEqual(expected);
});

test('headers are ignored for an API with a single credential', () => {
  expect(headerCredentials({ credentials: ['token'], secrets: ['token'] }, [], basic('a:t'))).toEqual([]);
});

test('long padding in the middle of a header is read in linear time', () => {
  const long = `a${'='.repeat(300_000)}!`;
  const read = () => headerSecrets({ authorization: `Bearer ${long}` });
  // A pattern that restarts at each character takes almost a minute. A test cannot interrupt the pattern, but a context can.
  expect(runInNewContext('read()', { read }, { timeout: 10_000 })).toEqual([long]);
});

test('secrets in headers are returned even if the headers are ignored', () => {
  expect(headerSecrets({ ...basic('a:t'), 'x-api-key': 'x' })).toEqual(['t', 'YTp0', 'x']);
  expect(headerSecrets({ ...basic('a:to'), 'x-api-key': 'x, y' })).toEqual(['to', 'YTp0bw', 'x, y', 'x', 'y']);
  expect(headerSecrets({ authorization: 'Bearer t' })).toEqual(['t']);
});
