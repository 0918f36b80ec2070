import { startMock } from '@vehicle-lookup/testing';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createVehicleLookup } from '../../src/index.ts';
import { labels, readable, withReadableNames } from '../../src/readable/readable.ts';
import { answering, serve } from '../support/service.ts';

const account = { user: 'demo', key: 'demo' };

describe('a client with readable names', () => {
  test('returns data with the labels of the document as names and keeps the rest of the result', async () => {
    const { address: baseUrl } = await startMock();
    const lookup = withReadableNames(createVehicleLookup({ baseUrl, ...account }));
    const { data, raw, headers, status, timestamp } = await lookup.getFluids(25573);
    expectTypeOf(data[0]?.unit).toEqualTypeOf<string | undefined>();
    expectTypeOf(data[0]?.value?.min).toEqualTypeOf<number | undefined>();
    expect(data[0]).toMatchObject({ item: 'Engine oil', qualifier: 'with filter', value: { unit: 'l' }, unit: 'l' });
    expect(raw).toHaveProperty('data.0.ItemMPText', 'Engine oil');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('json');
    expect(timestamp).toEqual(expect.any(String));
    const [group] = (await lookup.getOemParts(25573)).data;
    expectTypeOf(group?.parts[0]?.oemNumber).toEqualTypeOf<string | undefined>();
    expect(group?.parts[0]).toEqual({ manufacturer: 'Volkswagen', oemNumber: '03L 115 562' });
  });

  test('does not change other names', async () => {
    const { address: baseUrl } = await startMock();
    const client = createVehicleLookup({ baseUrl, ...account });
    const [vehicle, same] = [(await withReadableNames(client).getVehicle(1)).data, (await client.getVehicle(1)).data];
    expect(vehicle).toEqual(same);
  });

  test('returns the same errors as the client', async () => {
    const baseUrl = await serve(answering(403, { success: false, message: 'No.' }));
    const lookup = withReadableNames(createVehicleLookup({ baseUrl, ...account }));
    const failure = await lookup.getOemParts(1).safe();
    expect(failure).toMatchObject({ ok: false, status: 403, body: { message: 'No.' } });
    await expect(lookup.getOemParts(1)).rejects.toMatchObject({ code: 'forbidden_by_plan' });
  });
});

test('stored data gets readable names, and values and unknown fields do not change', () => {
  expect(readable([{ ItemMPText: 'Oil', ValueText: { text: '4,3', min: 4.3 }, more: 1, none: null }])).toEqual([
    { item: 'Oil', value: { text: '4,3', min: 4.3 }, more: 1, none: null },
  ]);
});

test('labels contains the headings', () => {
  expect(labels).toMatchObject({ ADQuantityTextStr: 'Unit', oe_number: 'OEM number' });
});
