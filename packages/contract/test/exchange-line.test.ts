import { expect, test } from 'vitest';
import { type ExchangeToRecord, exchangeLine } from '../src/exchange-line.ts';

const KEY = 'canary/Key+with=signs&"quotes"';
const account = new URLSearchParams({ user: 'somebody', key: KEY });

const lineOf = (exchange: Partial<ExchangeToRecord> = {}) => {
  const line = exchangeLine({
    method: 'GET',
    url: `https://vehicles.example.com/api/?${account}&carId=25573&fluids=1`,
    status: 200,
    headers: [['content-type', 'application/json']],
    body: '{"success":true}',
    started: 0,
    milliseconds: 12,
    ...exchange,
  });
  for (const form of [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1), 'somebody', btoa(KEY)])
    expect(line).not.toContain(form);
  return line;
};

test('an exchange is recorded as one line of JSON with masked credentials', () => {
  const line = lineOf({ body: '{"success":true,\n"data":[]}' });
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toEqual({
    request: { method: 'GET', url: 'https://vehicles.example.com/api/?user=***&key=***&carId=25573&fluids=1' },
    response: { status: 200, headers: [['content-type', 'application/json']], body: '{"success":true,\n"data":[]}' },
    started: '1970-01-01T00:00:00.000Z',
    milliseconds: 12,
  });
});

test('missing, empty and repeated credentials are recorded as such', () => {
  const urlOf = (query: string) => JSON.parse(lineOf({ url: `https://v.example.com/api/?${query}` })).request.url;
  expect(urlOf('brands=1')).toBe('https://v.example.com/api/?brands=1');
  expect(urlOf('user=&key=secret-key&brands=1')).toBe('https://v.example.com/api/?user=&key=***&brands=1');
  expect(urlOf('user=me&key=a&key=b')).toBe('https://v.example.com/api/?user=***&key=***&key=***');
});

test('a key outside its parameter is masked, and `echoed` lists the parts of the response with the key', () => {
  const { request, response } = JSON.parse(
    lineOf({
      url: `https://v.example.com/api/?${account}&brand=${encodeURIComponent(KEY)}&models=1`,
      headers: [
        ['link', `</api/?key=${encodeURIComponent(KEY)}>`],
        ['x-user', 'somebody'],
      ],
      body: JSON.stringify({ message: `no brand ${KEY}, somebody` }),
    }),
  );
  expect(request.url).toContain('brand=***');
  expect(response).toEqual({
    status: 200,
    headers: [
      ['link', '</api/?key=***>'],
      ['x-user', '***'],
    ],
    body: '{"message":"no brand ***, ***"}',
    echoed: [{ header: 'link' }, 'body'],
  });
});

test('an unnecessarily encoded key is masked as written', () => {
  const line = lineOf({ url: 'https://v.example.com/api/?user=me&key=%61bcdefgh1234', body: '"?key=%61bcdefgh1234"' });
  expect(line).not.toMatch(/bcdefgh1234/);
});

test('a body in which the key cannot be masked is omitted', () => {
  const { response } = JSON.parse(
    lineOf({
      body: JSON.stringify({
        auth: Buffer.from(KEY)
          .toString('hex')
          .replaceAll(/..(?=.)/g, '$&:'),
      }),
    }),
  );
  expect(response).toMatchObject({ status: 200, echoed: ['body'] });
  expect(response).not.toHaveProperty('body');
});
