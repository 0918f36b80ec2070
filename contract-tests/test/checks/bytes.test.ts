import { operationTable } from '@vehicle-lookup/contract';
import { describe, expect, test } from 'vitest';
import { repeatedMember } from '../../src/checks/body/repeated-field.ts';
import { judgeResponse } from '../../src/judge/judge-response.ts';
import { loadContract } from '../../src/load-contract.ts';
import { contractDocument } from '../../src/plan/document.ts';
import { example, inSuccess, OPERATIONS, verifyWith } from '../support/service.ts';

const JSON_TYPE: [string, string] = ['content-type', 'application/json'];

/** Returns the violations of a `listBrands` success, except schema violations. */
const violationsOf = (body: Uint8Array, headers: [string, string][] = [JSON_TYPE]) =>
  judgeResponse(
    { status: 200, headers, body },
    { id: 'listBrands good', operation: 'listBrands', status: '200', kind: 'good', query: [], rests: {} },
    loadContract(contractDocument(), operationTable),
    { earlier: () => undefined, address: 'https://vehicles.example.com/api/' },
  ).violations.filter(({ code }) => code !== 'schema');
const codesOf = (body: Uint8Array) => violationsOf(body).map(({ code }) => code);

describe('the bytes of a body', () => {
  test.each([
    ['may be UTF-8', Buffer.from('{"name":"é"}'), []],
    ['may not be Latin-1', Buffer.from('{"name":"é"}', 'latin1'), ['not-utf-8']],
    ['may not start with a byte order mark', Buffer.from('\ufeff{}'), ['byte-order-mark']],
    ['may not be missing', Buffer.from(' \n'), ['empty-body']],
    ['may not be nested 9,000 levels deep', Buffer.from(`${'['.repeat(9000)}${']'.repeat(9000)}`), ['not-json']],
    ['may be nested 500 levels deep', Buffer.from(`${'['.repeat(500)}${']'.repeat(500)}`), []],
    ['may contain a long string', Buffer.from(JSON.stringify({ a: `${'é\\"'.repeat(2_000_000)}` })), []],
    ['may contain many backslashes', Buffer.from(JSON.stringify({ a: '\\'.repeat(4_000_000) })), []],
    ['may not contain NaN', Buffer.from('{"hours":NaN}'), ['not-json']],
    ['may not be truncated', Buffer.from('{"success":true,"data":['), ['not-json']],
    ['may not contain half of a surrogate pair', Buffer.from('{"a":"\\ud83d"}'), ['unpaired-surrogate']],
    [
      'may contain a surrogate pair, and text that looks like a lone surrogate',
      Buffer.from('{"a":"\\ud83d\\ude97 \\\\ud83d"}'),
      [],
    ],
    ['may not be encoded twice', Buffer.from('{"a":"Ð\u0093Ð\u0090Ð\u0097"}'), ['encoded-twice']],
    ['may contain letters that resemble double encoding', Buffer.from('{"a":"ÉÂ Ã± CLÉ\u00a0: Ð“ ГАЗ"}'), []],
    ['may not repeat a field', Buffer.from('{"a":1,"a":1}'), ['repeated-field']],
  ])('%s', (_, body, codes) => {
    expect(codesOf(body)).toEqual(codes);
  });
});

test.each<[string, [string, string][], string]>([
  [
    '{"a":[1,',
    [['content-length', '8']],
    'a body that ends after 8 characters (8 bytes, Content-Length: 8), before its JSON is complete',
  ],
  [
    '{"a":[1,',
    [['content-encoding', 'br']],
    'a body that ends after 8 characters (br, no Content-Length), before its JSON is complete',
  ],
  ['{"a":1}}', [], 'a body that stops being JSON at "}", at character 8, after {"a":1}'],
  ['{"hours":NaN}', [], 'a body that stops being JSON at "NaN", at character 10, after {"hours":'],
  ['{"a":"x\u0001"}', [], 'U+0001 at character 8, after {"a":"x'],
  ['{"a":1,"b":\'x\'}', [], 'a body that stops being JSON at "\'", at character 12, after {"a":1,"b":'],
  ['[notice] {"a":[1]}', [], 'a body that stops being JSON at "notice", at character 2, after ['],
  ['x {y} {"a":[1]}', [], 'a body that begins with "x {y} {\\"a\\":[1]}"'],
  ['<p>{}</p>', [], 'a body that begins with "<p>{}</p>"'],
])('%s is not JSON, and the finding names the position of the error', (text, headers, got) => {
  expect(violationsOf(Buffer.from(text), [JSON_TYPE, ...headers])).toMatchObject([{ code: 'not-json', got }]);
});

test.each([
  ['{"a":{"b":1},"b":[{"b":1},{"b":1}]}', undefined],
  ['{"a":"a\\":","b":"{\\"a\\":1,\\"a\\":1}"}', undefined],
  ['{"data":[{"x":1},{"x":1,"\\u0078":2}]}', '/data/1/x'],
  ['[[],[{"a/b":1,"a/b":2}]]', '/1/0/a~1b'],
])('the repeated field in %s is %s', (text, pointer) => {
  expect(repeatedMember(text)?.pointer).toBe(pointer);
});

test.each([
  ['application/json', []],
  ['Application/JSON; charset="UTF-8"', []],
  ['application/json; charset=iso-8859-1', ['charset']],
  ['text/html; charset=utf-8', ['content-type']],
])('the media type %s has the findings %j', (value, codes) => {
  expect(violationsOf(Buffer.from('{}'), [['content-type', value]]).map(({ code }) => code)).toEqual(codes);
});

test('a body that is nested too deeply is a finding, and the run continues', async () => {
  const body = `${'['.repeat(9000)}${']'.repeat(9000)}`;
  const report = await verifyWith(
    inSuccess('getFluids', () => ({ body })),
    'full',
    { profile: 'smoke' },
  );
  expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 1, requests: { spent: OPERATIONS } });
  expect(report.findings).toMatchObject([{ code: 'not-json', got: 'a body nested more than 512 levels deep' }]);
});

test('a list whose elements are all invalid is one finding, and the run continues', async () => {
  const body = { ...(example('listModels') as object), data: Array(200_000).fill({ a: 1 }) };
  const report = await verifyWith(
    inSuccess('listModels', () => ({ body })),
    'full',
    { profile: 'smoke' },
  );
  expect(report.requests.spent).toBe(OPERATIONS);
  expect(report.findings).toMatchObject([
    {
      code: 'schema',
      operation: 'listModels',
      got: expect.stringMatching(/^an object without name, in at least \d+ of 200000 entries; not documented: a$/),
    },
  ]);
});
