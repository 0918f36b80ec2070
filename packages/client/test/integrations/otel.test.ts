import { expect, test } from 'vitest';
import { createVehicleLookup } from '../../src/index.ts';
import { spans } from '../../src/integrations/otel.ts';
import { answering, serve } from '../support/service.ts';

interface Recorded {
  name: string;
  options: { kind: number; startTime: number; attributes: Record<string, string | number> };
  status?: object;
  end?: number;
}

/** A tracer that records its spans, as `@opentelemetry/api` makes them. */
function recorder() {
  const recorded: Recorded[] = [];
  const startSpan = (name: string, options: Recorded['options']) => {
    const span: Recorded = { name, options };
    recorded.push(span);
    return {
      setStatus: (status: object) => void Object.assign(span, { status }),
      end: (end: number) => void Object.assign(span, { end }),
    };
  };
  return { recorded, onEvent: spans({ startSpan }) };
}

test('a call is one span, whatever number of requests it makes', async () => {
  let requests = 0;
  const baseUrl = await serve((request, response) => {
    answering(
      ++requests === 1 ? 503 : 200,
      { success: true, data: [] },
      { 'x-request-id': `r${requests}` },
    )(request, response);
  });
  const { recorded, onEvent } = recorder();
  const lookup = createVehicleLookup({ baseUrl, user: 'demo', key: 'CANARY-7391', retry: { delay: 1 }, onEvent });
  await lookup.listModels('vw');
  expect(recorded).toEqual([
    {
      name: 'GET listModels',
      options: {
        kind: 2,
        startTime: expect.any(Number),
        attributes: {
          'http.request.method': 'GET',
          'http.request.resend_count': 1,
          'http.response.status_code': 200,
          'server.address': '127.0.0.1',
          'server.port': Number(new URL(baseUrl).port),
          'url.full': `${baseUrl}/api/?models=1&brand=vw`,
          'vehicle_lookup.operation': 'listModels',
          'vehicle_lookup.call_id': expect.any(String),
          'vehicle_lookup.request_id': 'r2',
        },
      },
      end: expect.any(Number),
    },
  ]);
  expect(recorded[0]?.end).toBeGreaterThanOrEqual(recorded[0]?.options.startTime as number);
});

test.each<[number, object, string]>([
  [404, { success: false, message: 'No.' }, '404'],
  [200, { success: false, message: 'No.' }, 'refused'],
])('a failure with status %i has an error type and a status', async (status, body, type) => {
  const { recorded, onEvent } = recorder();
  const baseUrl = await serve(answering(status, body));
  await createVehicleLookup({ baseUrl, user: 'demo', key: 'demo', onEvent }).listBrands().safe();
  expect(recorded).toMatchObject([
    { options: { attributes: { 'error.type': type } }, status: { code: 2, message: expect.any(String) } },
  ]);
});

test('a call that is refused before a request is a span without an address, and no span has the key', async () => {
  const { recorded, onEvent } = recorder();
  const lookup = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', user: 'demo', key: 'CANARY-7391', onEvent });
  await lookup.getFluids(0).safe();
  expect(recorded[0]?.options.attributes).toMatchObject({ 'error.type': 'invalid_argument' });
  expect(recorded[0]?.options.attributes).not.toHaveProperty('url.full');
  await lookup.listModels('CANARY-7391').safe();
  expect(JSON.stringify(recorded)).not.toContain('CANARY');
});
