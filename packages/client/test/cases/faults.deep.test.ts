import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { readCases } from './cases.ts';
import { judge, type Outcome } from './judge.ts';
import { runTypeScript } from './run-typescript.ts';
import { serveCases } from './service.ts';

const directory = join(import.meta.dirname, '../..');
// Only cases without a time limit are run, because a fault must not make the run wait.
const cases = readCases().filter(({ client }) => client.timeout === undefined);

/** The faults: a string in a client file, and its replacement. */
const FAULTS: [name: string, file: string, found: string, replacement: string][] = [
  ['a redirect is followed', 'call/send.ts', "redirect: 'manual'", "redirect: 'follow'"],
  ['the retries ignore the limit', 'call/send.ts', 'attempts > limit ||', 'attempts > limit + 1 ||'],
  [
    'the client waits for 14 days',
    'call/send.ts',
    'retryAfter > LONGEST_WAIT ? undefined : retryAfter * 1000',
    'retryAfter * 1000',
  ],
  [
    'a failure with status 200 is repeated',
    'call/send.ts',
    "'server', 'rate_limited'",
    "'server', 'rate_limited', 'rejected'",
  ],
  ['the wait does not double', 'call/send.ts', 'delay * 2 ** (attempts - 1)', 'delay'],
  ['the message repeats the key', 'call/response.ts', 'text: mask(raw.text)', 'text: raw.text'],
  ['a failure with status 200 is returned as data', 'call/response.ts', 'body && !isRejection(body)', 'body'],
  [
    'a 404 of a different server becomes not_found',
    'call/response-error.ts',
    'status === 404 && !isRejection(body)',
    'false',
  ],
  ['a Retry-After date is not read', 'call/response-error.ts', "/ GMT$/.test(text) ? text : ''", "''"],
  ['RateLimit is not read', 'call/response-error.ts', 'status === 429 && /;r=0', 'false && /;r=0'],
  ['1.234 is parsed as a fraction', 'parse/read.ts', '/^[+-]?[1-9]\\d{0,2}[.,]\\d{3}$/.test(text) ||', ''],
  ['a number with a comma is not parsed', 'parse/read.ts', "text.replace(',', '.')", 'text'],
  [
    'a body of a different type becomes an empty list',
    'parse/read.ts',
    "return reject(context, path, 'an array', value)",
    'return []',
  ],
  ['one invalid item invalidates the list', 'parse/read.ts', 'if (error && !kept.length)', 'if (error)'],
  ['unknown fields are dropped', 'parse/read.ts', 'in { ...value, ...members }', 'in members'],
  ['a period may end before it begins', 'parse/read.ts', '(!from || !to || from <= to)', 'true'],
];

test.each(FAULTS)('a case detects this fault: %s', async (_, file, found, replacement) => {
  const copy = temporaryDirectory();
  cpSync(join(directory, 'src'), join(copy, 'src'), { recursive: true });
  symlinkSync(join(directory, 'node_modules'), join(copy, 'node_modules'));
  const text = readFileSync(join(copy, 'src', file), 'utf8');
  expect(text.split(found)).toHaveLength(2);
  writeFileSync(
    join(copy, 'src', file),
    text.replace(found, () => replacement),
  );
  const service = await serveCases(cases);
  const outcomes = await runTypeScript(cases, service.address, await import(join(copy, 'src/index.ts')));
  const findings = cases.flatMap((one, index) =>
    judge(one, outcomes[index] as Outcome, service.requests(index), 'typescript'),
  );
  expect(findings).not.toEqual([]);
});
