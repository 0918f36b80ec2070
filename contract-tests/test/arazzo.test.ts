import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { operationTable } from '@vehicle-lookup/operations';
import { expect, test } from 'vitest';
import { contractDocument, contractOperations } from '../src/plan/document.ts';
import { startMock } from './support/mock.ts';
import { type Body, example, type Fault, inSuccess, KEY, startService, USER } from './support/service.ts';

const flow = join(import.meta.dirname, '../arazzo/run.ts');
const vin = contractOperations(contractDocument(), operationTable).flatMap(({ values }) => values.vin ?? [])[0] ?? '';

/** Runs the flow; `checks` are what Respect found wrong, by step. */
function smoke(url: string): Promise<{ code: number; output: string; wrong: string[] }> {
  const env = {
    PATH: process.env.PATH,
    NO_COLOR: '1',
    VEHICLE_LOOKUP_BASE_URL: url,
    VEHICLE_LOOKUP_USER: USER,
    VEHICLE_LOOKUP_KEY: KEY,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [flow, vin], { env }, (_, out, err) => {
      const output = `${out}${err}`;
      const [checks = ''] = output.split('Failed tests info');
      const wrong = [...checks.matchAll(/✗ (.*?)\s*$/gm)].map(([, text = '']) => text);
      resolve({ code: child.exitCode ?? -1, output, wrong });
    });
  });
}

async function smokeWith(fault?: Fault, envelope?: string) {
  const service = await startService(fault, envelope);
  try {
    return await smoke(service.url);
  } finally {
    await service.close();
  }
}

test('the smoke flow passes on the mock', async () => {
  const mock = await startMock();
  const { code, wrong, output } = await smoke(mock.url);
  await mock.close();
  expect({ code, wrong }, output).toEqual({ code: 0, wrong: [] });
  expect(output).toContain('Steps: 2 passed, 2 total');
});

test.each(['full', 'simplified', 'bare'])('the smoke flow passes with the envelope %s', async (envelope) => {
  const { code, output } = await smokeWith(undefined, envelope);
  expect(code, output).toBe(0);
});

test.each<[string, (body: Body) => ReturnType<Parameters<typeof inSuccess>[1]>, string]>([
  [
    'come with status 500',
    () => ({ status: 500, body: { success: false, message: 'It failed.' } }),
    '$statusCode == 200',
  ],
  [
    'have another type',
    ({ data }) => {
      data[0].ItemMPText = 7;
      return undefined;
    },
    'schema check',
  ],
  // The one operation on the wire allows it.
  ['are those of another operation', () => ({ body: example('getRepairTimes') }), '$..ItemMPText'],
])('the smoke flow fails when fluids %s', async (_, change, check) => {
  const { code, wrong } = await smokeWith(inSuccess('getFluids', change));
  expect(code).toBe(1);
  expect(wrong).toContain('GET /api/ - step fluids');
  expect(wrong.join('\n')).toContain(check);
});

test('the key is in no line, however the service repeats it', async () => {
  const forms = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1), Buffer.from(KEY).toString('base64')];
  const { code, output } = await smokeWith((right) => ({
    ...right,
    headers: { ...right.headers, 'x-key': encodeURIComponent(KEY) },
    body: { success: forms, message: Buffer.from(KEY).toString('hex') },
  }));
  expect(code).toBe(1);
  for (const form of [...forms, Buffer.from(KEY).toString('hex')]) expect(output).not.toContain(form);
});
