import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { account, type ServiceFault, startService } from './service.ts';

export const SUCCESSES: readonly string[] = [
  'vin=WVWZZZ1KZAW000001',
  'vin=WVWZZZ1KZAW000001&allCars=1',
  'carId=25573&only=1',
  'carId=25573&fluids=1',
  'carId=25573&oemParts=1',
  'carId=25573&timeRepair=1',
  'brands=1',
  'brand=volkswagen&models=1',
  'brand=volkswagen&model=golf-vi&variants=1',
  'vin=WVWZZZ1KZAW000001&getEngines=1',
];
export const MISTAKES: readonly string[] = [
  'only=1',
  'vin=WVWZZZ1',
  'vin=ZZZZZZZZZZZZZZZZZ',
  'carId=25573&fluids=1&debug=1',
];

export interface Exchange {
  url: string;
  status: number;
  headers: [string, string][];
  body: string;
  started: string;
}

/** Sends requests as an application does and returns them with their responses. */
export async function traffic(queries: readonly string[], fault?: ServiceFault): Promise<Exchange[]> {
  const { url } = await startService(fault);
  const exchanges: Exchange[] = [];
  for (const query of queries) {
    const address = `${url}/api/?${new URLSearchParams({ ...account })}&${query}`;
    const started = new Date().toISOString();
    const response = await fetch(address);
    exchanges.push({
      url: address,
      status: response.status,
      headers: [...response.headers],
      body: await response.text(),
      started,
    });
  }
  return exchanges;
}

const named = (headers: [string, string][]) => headers.map(([name, value]) => ({ name, value }));

export const har = (entries: readonly object[], creator = 'a tool'): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: creator, version: '1' }, entries } });

/** Writes a browser HAR file, with an unrelated request, HTTP/1.1 header names and decoded bodies. */
export const ofBrowser = (exchanges: readonly Exchange[]): string =>
  har(
    [
      {
        request: { method: 'GET', url: 'https://example.com/app.js' },
        response: { status: 200, headers: [], content: {} },
      },
      ...exchanges.map(({ url, status, headers, body, started }) => ({
        _resourceType: 'fetch',
        startedDateTime: started,
        time: 12.5,
        request: { method: 'GET', url, headers: [{ name: ':authority', value: 'x' }] },
        response: {
          status,
          headers: named(headers.map(([name, value]) => [name.replace(/^./, (letter) => letter.toUpperCase()), value])),
          content: { size: body.length, mimeType: 'application/json', text: body },
        },
      })),
    ],
    'WebInspector',
  );

/** Writes a proxy HAR file with the received bytes, before decoding. */
export const ofProxy = (exchanges: readonly Exchange[]): string =>
  har(
    exchanges.map(({ url, status, headers, body, started }) => ({
      startedDateTime: started,
      time: 3,
      request: { method: 'GET', url },
      response: {
        status,
        headers: named(headers),
        content: {
          size: body.length,
          mimeType: 'application/json',
          text: btoa(unescape(encodeURIComponent(body))),
          encoding: 'base64',
        },
      },
    })),
  );

/** Writes a HAR file without headers, except for the media type. */
export const ofCollectionRunner = (exchanges: readonly Exchange[]): string =>
  har(
    exchanges.map(({ url, status, body, started }) => ({
      startedDateTime: started,
      request: { method: 'GET', url },
      response: { status, headers: [], content: { size: body.length, mimeType: 'application/json', text: body } },
    })),
  );

export const ofClient = (exchanges: readonly Exchange[]): string =>
  exchanges
    .map(({ url, status, headers, body, started }) =>
      JSON.stringify({
        request: { method: 'GET', url },
        response: { status, headers: Object.fromEntries(headers), body: JSON.parse(body) },
        started,
      }),
    )
    .join('\n');

export const FORMS: [name: string, write: (exchanges: readonly Exchange[]) => string][] = [
  ['HAR of a browser', ofBrowser],
  ['HAR of a proxy', ofProxy],
  ['HAR of a collection runner', ofCollectionRunner],
  ['NDJSON', ofClient],
];

/** Writes recorded traffic to a new file. */
export function file(text: string): string {
  const path = join(temporaryDirectory(), 'traffic');
  writeFileSync(path, text);
  return path;
}
