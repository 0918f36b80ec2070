import { inspect } from 'node:util';
import { operationTable } from '@vehicle-lookup/contract';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { examples } from '../../src/fakes/examples.gen.ts';
import { type AnswersOf, answers, handlers, unhandled } from '../../src/fakes/msw.ts';
import { createVehicleLookup } from '../../src/index.ts';
import { serve } from '../support/service.ts';
import { methodOf, wrong } from '../support/untyped.ts';

const baseUrl = 'https://vehicles.example.com';
const account = { user: 'demo', key: 'CANARY-7391', retry: false } as const;
const client = createVehicleLookup({ baseUrl, ...account });
const vin = 'WVWZZZ1KZAW000001';

/** All output of the current test. */
let printed = '';

beforeEach(() => {
  printed = '';
  for (const method of ['log', 'warn', 'error', 'groupCollapsed'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      printed += words.map((word) => inspect(word, { depth: Infinity, showHidden: true })).join(' ');
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

function intercept(
  ...[first = handlers(), options = unhandled('error')]: [
    ReturnType<typeof handlers>?,
    Parameters<ReturnType<typeof setupServer>['listen']>[0]?,
  ]
) {
  const server = setupServer(...first);
  server.listen(options);
  onTestFinished(() => server.close());
  return server;
}

const inputs: Record<string, string | number> = { vin, carId: 25573, brand: 'volkswagen', model: 'golf' };

describe.each(operationTable.operations)('$id', ({ id, parameters }) => {
  const ask = () => methodOf(client, id)(...Object.keys(parameters).map((name) => inputs[name])).safe();

  test('returns the first example of the document', async () => {
    intercept();
    expect(await ask()).toMatchObject({ ok: true, issues: [] });
  });

  test.each(Object.keys(examples[id] ?? {}).filter((status) => status !== '200'))('can return %i', async (status) => {
    intercept().use(
      ...handlers({ [id]: (answers[id as 'getFluids'] as AnswersOf<'getFluids'>).status(wrong(Number(status))) }),
    );
    expect(await ask()).toMatchObject({ ok: false, error: { status: Number(status), operation: id } });
  });
});

test('a handler that a test adds responds only to its operation, until the handlers are reset', async () => {
  const server = intercept();
  server.use(...handlers({ getFluids: answers.getFluids.status(404) }));
  expect((await client.getFluids(1).safe()).ok).toBe(false);
  expect((await client.decodeVin(vin).safe()).ok).toBe(true);
  server.resetHandlers();
  expect((await client.getFluids(1).safe()).ok).toBe(true);
});

test('handlers work together with other handlers', async () => {
  intercept().use(http.get('https://other.example.com/hello', () => HttpResponse.json('hello')));
  expect(await (await fetch('https://other.example.com/hello')).json()).toBe('hello');
  expect((await client.listBrands()).ok).toBe(true);
});

test.each(['https://vehicles.example.com', 'https://vehicles.example.com/', 'https://vehicles.example.com/api/'])(
  'handlers for the base URL %s respond only to requests to this URL',
  async (address) => {
    intercept(handlers(undefined, address));
    expect((await client.listBrands().safe()).ok).toBe(true);
    const elsewhere = createVehicleLookup({ baseUrl: 'https://other.example.com', ...account });
    expect(await elsewhere.listBrands().safe()).toMatchObject({ error: { code: 'network' } });
  },
);

test('an invalid request returns the error of the document', async () => {
  intercept();
  expect((await fetch(`${baseUrl}/api/?brands=1`)).status).toBe(401);
  expect((await fetch(`${baseUrl}/api/?user=demo&key=demo&brands=1&models=1`)).status).toBe(400);
});

test('an answer that throws an error becomes a network error, which MSW does not print', async () => {
  const listBrands = () => {
    throw new TypeError('cut');
  };
  intercept(handlers({ listBrands }));
  expect(await client.listBrands().safe()).toMatchObject({ error: { code: 'network' } });
  expect(printed).toBe('');
});

test("MSW's own warning about a request without a handler prints the key, which is why `unhandled` exists", async () => {
  intercept(handlers({ listBrands: answers.listBrands.ok() }, 'http://127.0.0.1:2'), { onUnhandledFrame: 'warn' });
  await createVehicleLookup({ baseUrl: 'http://127.0.0.1:2', ...account })
    .getFluids(1)
    .safe();
  expect(printed).toContain('CANARY');
});

test.each([
  ['warn', 1],
  ['error', 0],
] as const)(
  'unhandled(%j) names the operation of the request, without the key, and sends %i requests',
  async (reaction, expected) => {
    let requests = 0;
    const address = await serve((_, response) => {
      requests++;
      response.end('[]');
    });
    intercept(handlers({ listBrands: answers.listBrands.ok() }), unhandled(reaction));
    const result = await createVehicleLookup({ baseUrl: address, ...account })
      .getFluids(1)
      .safe();
    expect(requests).toBe(expected);
    expect(printed).toContain(`GET ${address}/api/ (getFluids) has no handler. Add one, or`);
    expect(`${printed} ${inspect(result, { depth: Infinity, showHidden: true })}`).not.toContain('CANARY');
  },
);

test('the message about an unknown query does not name an operation', () => {
  unhandled().onUnhandledRequest(new Request(`${baseUrl}/api/?key=CANARY&newOperation=1`));
  expect(printed).toContain('GET https://vehicles.example.com/api/ has no handler. Add one, or check the base URL.');
});

test('the callback of MSW 2, which receives the request, is supported', () => {
  unhandled().onUnhandledRequest(new Request(`${baseUrl}/api/?key=CANARY&brands=1`));
  expect(printed).toContain('GET https://vehicles.example.com/api/ (listBrands) has no handler.');
  expect(printed).not.toContain('CANARY');
});

test('the log of MSW in a browser does not contain the URL or the key', async () => {
  const [handler] = handlers();
  const request = new Request(`${baseUrl}/api/?user=demo&key=CANARY&brands=1`);
  const run = await handler?.run({ request, requestId: '1' });
  await handler?.log({ request, response: run?.response as Response });
  expect(printed).toBe("'[MSW] GET /api/ (200)'");
});

test('handlers for the path of a proxy respond to requests without credentials', async () => {
  intercept(handlers(undefined, '/vehicles'));
  const response = await fetch('https://shop.example.com/vehicles/api/?carId=25573&fluids=1');
  expect(response.status).toBe(200);
  await expect(fetch('https://shop.example.com/api/?carId=25573&fluids=1')).rejects.toThrow();
});
