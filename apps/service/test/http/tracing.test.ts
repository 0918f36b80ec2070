import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { cleanUpLater, closedAddress, temporaryDirectory } from '@vehicle-lookup/testing';
import { closeServer, listen } from '@vehicle-lookup/toolkit/http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../src/observability/log.ts';
import { collectorLog } from '../../src/observability/tracing.ts';
import { serve } from '../support/service.ts';
import { as, get } from './server.ts';

test('a span continues the trace from the caller, or is a root span if there is no trace', async () => {
  const received: string[] = [];
  const collector = createServer(async (request, response) => {
    received.push(await text(request));
    response.end('{}');
  });
  const endpoint = await listen(collector, { host: '127.0.0.1', port: 0 });
  cleanUpLater(() => closeServer(collector));
  const service = await serve(temporaryDirectory(), [], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  await get(service, as('u', 'brands=1', 'k'), { headers: { traceparent: `00-${trace}-${parent}-01` } });
  await get(service, as('u', 'brands=1', 'k'));
  await service.stop();
  const spans = received.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  expect(spans).toMatchObject([
    { traceId: trace, parentSpanId: parent },
    { traceId: expect.not.stringMatching(trace) },
  ]);
  expect(spans[1].parentSpanId).toBeFalsy();
});

function logged() {
  const lines: { level: number; reason: string }[] = [];
  const diag = collectorLog(createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }));
  return { diag, lines };
}

test('an unavailable collector is logged while the service is running', async () => {
  const collector = new URL(await closedAddress());
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  };
  const service = await serve(temporaryDirectory(), [], { env });
  await get(service, as('u', 'brands=1', 'k'));
  await service.printed(`"reason":"connect ECONNREFUSED ${collector.host} (ECONNREFUSED)"`);
});

test('a repeated collector error is logged once per minute', () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const { diag, lines } = logged();
  for (now of [0, 30_000, 59_999, 60_000])
    diag.error(JSON.stringify({ message: 'connect ECONNREFUSED', stack: 'at x' }));
  diag.warn('an invalid header');
  diag.info('sent');
  expect(lines.map(({ level, reason }) => ({ level, reason }))).toEqual([
    { level: 40, reason: 'connect ECONNREFUSED' },
    { level: 40, reason: 'connect ECONNREFUSED' },
    { level: 40, reason: 'an invalid header' },
  ]);
});

test('a collector error is logged as a short line without credentials', () => {
  const { diag, lines } = logged();
  diag.error(
    JSON.stringify({ message: `Invalid URL http://h/?user=me&key=SECRET ${'x'.repeat(1000)}\nmore`, code: '400' }),
  );
  diag.error(JSON.stringify({ name: 'AggregateError', code: 'ECONNREFUSED' }));
  diag.error('not JSON');
  const reasons = lines.map(({ reason }) => reason);
  expect(reasons[0]).toMatch(/^Invalid URL http:\/\/h\/\?user=\*\*\*&key=\*\*\* x+$/);
  expect(reasons[0]).toHaveLength(200);
  expect(reasons.slice(1)).toEqual(['AggregateError (ECONNREFUSED)', 'not JSON']);
});
