import { describe, expect, test } from 'vitest';
import { inSuccess, KEY, type ServiceFault, verifyWith } from '../support/service.ts';

const smoke = (fault: ServiceFault) => verifyWith(fault, 'full', { profile: 'smoke' });

describe('what replies say together', () => {
  test('a carId that names two vehicles is one finding, with both values and both operations', async () => {
    const { findings } = await smoke(
      inSuccess('getVehicle', (body) => ({ body: { ...body, data: { ...body.data, make: 'Lada' } } })),
    );
    expect(findings).toMatchObject([
      {
        code: 'meaning',
        clause: 'service.5b',
        operation: 'getVehicle',
        fails: true,
        got: 'make "Lada" in getVehicle, "Volkswagen" in decodeVin, both of carId 25573',
      },
    ]);
  });

  test('names in capitals are the same names', async () => {
    const { findings } = await smoke(
      inSuccess('getVehicle', (body) => ({
        body: { ...body, data: { ...body.data, make: body.data.make.toUpperCase() } },
      })),
    );
    expect(findings).toEqual([]);
  });

  test('a careless header is one finding, not one for each reply, and does not fail the run', async () => {
    const report = await smoke((right) => ({ ...right, headers: { ...right.headers, 'x-powered-by': 'PHP/7.4' } }));
    expect(report.findings).toMatchObject([{ code: 'internals-in-headers', level: 'warning', fails: false }]);
    expect(report.findings[0]).not.toHaveProperty('clause');
    expect(report.verdict).toBe('conformant');
  });
});

describe('what was received is shown around the place that matters', () => {
  const long = 'x'.repeat(500);
  test.each<[string, (json: string) => string, RegExp]>([
    ['a number that is none', (json) => json.replace('{', `{"a":"${long}","b":NaN,"c":"${long}",`), /NaN/],
    ['a body that breaks off', (json) => json.slice(0, -2), /[^…]$/],
  ])('%s', async (_, change, part) => {
    const { findings } = await smoke(inSuccess('listBrands', (body) => ({ body: change(JSON.stringify(body)) })));
    expect(findings).toMatchObject([{ code: 'not-json', received: expect.stringMatching(part) }]);
    expect(findings[0]?.received).toMatch(/^…/);
  });

  test('a key that is repeated far behind the start of a body', async () => {
    const { findings } = await verifyWith(
      inSuccess('listBrands', (body) => ({ body: { ...body, a: long, link: `/api/?key=${KEY}` } })),
      'full',
      { profile: 'smoke' },
    );
    expect(findings).toMatchObject([{ code: 'secret-echoed', received: expect.stringContaining('key=***') }]);
  });
});
