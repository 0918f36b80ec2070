import type { IncomingHttpHeaders } from 'node:http';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { headerCredentials, headerSecrets } from '../../src/http/index.ts';

const table = { credentials: ['account', 'token'], secrets: ['token'] };
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

test.each<[string, [string, string][], IncomingHttpHeaders, [string, string][]]>([
  ['a secret in a header', [['account', 'a']], { 'x-api-key': 't' }, [['token', 't']]],
  [
    'both in Basic',
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
  ['another scheme', [], { authorization: 'Bearer t' }, []],
  ['no colon', [], basic('at'), []],
])('%s', (_, query, headers, expected) => {
  expect(headerCredentials(table, query, headers)).toEqual(expected);
});

test('an API with different credentials does not accept them in headers', () => {
  expect(headerCredentials({ credentials: ['token'], secrets: ['token'] }, [], basic('a:t'))).toEqual([]);
});

test('a long padding that does not end the header is read once', () => {
  const long = `a${'='.repeat(300_000)}!`;
  const read = () => headerSecrets({ authorization: `Bearer ${long}` });
  // A pattern that starts again at each character needs most of a minute; a test cannot end it, and a context can.
  expect(runInNewContext('read()', { read }, { timeout: 10_000 })).toEqual([long]);
});

test('the secrets in headers are returned even if the headers are ignored', () => {
  expect(headerSecrets({ ...basic('a:t'), 'x-api-key': 'x' })).toEqual(['t', 'YTp0', 'x']);
  expect(headerSecrets({ ...basic('a:to'), 'x-api-key': 'x, y' })).toEqual(['to', 'YTp0bw', 'x, y', 'x', 'y']);
  expect(headerSecrets({ authorization: 'Bearer t' })).toEqual(['t']);
});
