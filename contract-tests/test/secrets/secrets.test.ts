import { leaks } from '@vehicle-lookup/openapi/secrets';
import { expect, test } from 'vitest';
import { renderings } from '../../src/renderings/report-directory.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { KEY, type ServiceResponse, verifyWith } from '../support/service.ts';

const lines = (secret: string): string => Buffer.from(`user:${secret}`).toString('base64').replace(/.{8}/g, '$&\n');
const pairs = (secret: string): string[] => [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'));

const encodings: [string, (secret: string) => string][] = [
  ['in plain text', (secret) => secret],
  ['in upper case', (secret) => secret.toUpperCase()],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded in lower case', (secret) => encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase())],
  ['percent-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['as form data', (secret) => new URLSearchParams({ secret }).toString()],
  ['in a JSON string', (secret) => JSON.stringify({ secret })],
  [
    'in unicode escapes',
    (secret) => [...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['in HTML entities', (secret) => [...secret].map((c) => `&#${c.charCodeAt(0)};`).join('')],
  ['in base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in base64 after a user name', (secret) => Buffer.from(`some-user:${secret}\n`).toString('base64')],
  ['in base64url', (secret) => Buffer.from(`u:${secret}`).toString('base64url')],
  ['in base64 after a path', (secret) => `https://x/sessions/${Buffer.from(`user:${secret}`).toString('base64')}`],
  ['in base64 after one character', (secret) => Buffer.from(`x${secret}y`).toString('base64')],
  ['in base64 after two characters', (secret) => Buffer.from(`xy${secret}`).toString('base64')],
  ['in base64url after letters of its alphabet', (secret) => `id-_${Buffer.from(`a:${secret}`).toString('base64url')}`],
  [
    'in multi-line base64',
    (secret) =>
      Buffer.from(`${'x'.repeat(50)}${secret}`)
        .toString('base64')
        .replace(/.{76}/g, '$&\r\n'),
  ],
  ['in multi-line base64 in a JSON string', (secret) => JSON.stringify(lines(secret))],
  ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['in hexadecimal after an odd digit', (secret) => `f${Buffer.from(secret).toString('hex')}`],
  ['in hexadecimal with colons', (secret) => pairs(secret).join(':')],
  ['in upper-case hexadecimal with spaces', (secret) => pairs(secret).join(' ').toUpperCase()],
  ['separated by spaces', (secret) => secret.replace(/..../g, '$& ')],
  ['separated by dashes', (secret) => [...secret].join('-')],
];

/** Changes a response so that it repeats the key everywhere. */
function echo(right: ServiceResponse, { query }: { query: URLSearchParams }): ServiceResponse {
  const key = query.get('key') ?? '';
  const everywhere = encodings.map(([, encode]) => encode(key)).join(' ');
  return {
    status: right.status,
    headers: {
      'content-type': `text/${encodeURIComponent(key)}`,
      'x-key': encodeURIComponent(everywhere),
      'set-cookie': encodings.map(([, encode], at) => `s${at}=${encode(key).replaceAll(/\s+/g, ' ')}`).join('; '),
    },
    body: { [key]: key, message: everywhere, data: { [everywhere]: key } },
  };
}

/** Decodes the named XML and HTML entities. The search for secrets decodes numeric entities. */
const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

test('the output does not contain the key, even if the service repeats the key everywhere', async () => {
  const report = await verifyWith(echo);
  expect(report.findings.length).toBeGreaterThan(10);
  const outputs = [JSON.stringify, ...Object.values(renderings), terminal].map((form) => form(report));
  expect(outputs.flatMap((text) => [text, unescaped(text)]).filter((text) => leaks(text, [KEY]))).toEqual([]);
});

test('this test detects a key in any report format', async () => {
  const report = await verifyWith(echo);
  const [finding, ...others] = report.findings;
  if (!finding) throw new Error('nothing was found');
  const leaking = { ...report, findings: [{ ...finding, got: KEY }, ...others], failure: KEY, label: KEY };
  const { 'badge.json': _, ...forms } = renderings;
  const outputs = [...Object.values(forms), terminal].map((form) => form(leaking));
  expect(outputs.filter((text) => !leaks(unescaped(text), [KEY]))).toEqual([]);
});

test('a finding about a header shows the masked header', async () => {
  const { findings } = await verifyWith(
    (right) => ({
      ...right,
      headers: { ...right.headers, link: `</api/?key=${encodeURIComponent(KEY)}>; rel="self"` },
    }),
    'full',
    { profile: 'smoke' },
  );
  expect(new Set(findings.map(({ received }) => received))).toEqual(
    new Set(['status 200; link: </api/?key=***>; rel="self"']),
  );
});
