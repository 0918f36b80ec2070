import { expect, test } from 'vitest';
import type { RequestSpan } from '../../src/observability/tracing.ts';
import { KEY } from './fakes.ts';
import { as, get, paid, start } from './server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const NEW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function startTraced() {
  const spans: RequestSpan[] = [];
  const tracing = {
    start: (span: RequestSpan) => {
      spans.push(span);
      return () => undefined;
    },
    close: async () => undefined,
  };
  const server = await start({ tracing });
  const send = async (headers: Record<string, string>, query = paid('brands=1')) => {
    const response = await get(server, query, { headers });
    await expect.poll(() => server.log.length).toBe(spans.length);
    return { id: response.headers.get('x-request-id'), line: JSON.parse(server.log.at(-1) ?? ''), span: spans.at(-1) };
  };
  return { server, send };
}

test('a valid X-Request-Id from the caller is returned and logged', async () => {
  const { send } = await startTraced();
  for (const sent of ['a', 'req-1.2:3', 'f'.repeat(128), 'YWJj+YWJj=']) {
    const { id, line, span } = await send({ 'x-request-id': sent });
    expect([id, line.id, span?.id]).toEqual([sent, sent, sent]);
  }
});

test('an X-Request-Id that is invalid or contains the key is replaced', async () => {
  const { server, send } = await startTraced();
  for (const sent of ['', 'a b', 'a"b', '\u009b31m', '<script>', 'x'.repeat(129), `id-${KEY}`]) {
    const { id, line } = await send({ 'x-request-id': sent });
    expect(id).toMatch(NEW_ID);
    expect(line.id).toBe(id);
  }
  await send({ 'x-request-id': KEY, 'x-api-key': KEY }, 'user=paid&brands=1');
  await send({ 'x-request-id': `trace-${KEY}`, authorization: `Basic ${btoa(`paid:${KEY}`)}` }, 'brands=1');
  expect(server.log.join()).not.toContain(KEY);
});

test('the trace in a valid traceparent from the caller is continued and logged', async () => {
  const { send } = await startTraced();
  const { line, span } = await send({ traceparent: `00-${TRACE}-${SPAN}-01` });
  expect(line.trace).toBe(TRACE);
  expect(span?.parent).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags: 1 });
});

test.each([
  '',
  'x',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])('the invalid traceparent %j starts a new trace and is not logged', async (traceparent) => {
  const { send } = await startTraced();
  const { line, span } = await send({ traceparent }, as('nobody', 'brands=1'));
  expect([line.trace, span?.parent]).toEqual([undefined, undefined]);
});
