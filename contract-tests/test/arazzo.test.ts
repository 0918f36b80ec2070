import { join } from 'node:path';
import { run, startMock } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { documented } from '../src/self-test/correct-service.ts';
import { environmentOf } from './support/command.ts';
import { type Body, example, type Fault, inSuccess, KEY, startService } from './support/service.ts';

const flow = join(import.meta.dirname, '../arazzo/run.ts');

/** Runs the flow; `wrong` is what Respect found wrong. */
async function smoke(url: string): Promise<{ code: unknown; output: string; wrong: string[] }> {
  const env = { NO_COLOR: '1', ...environmentOf(url) };
  const { code, out, err } = await run(flow, [documented.vin ?? ''], { env });
  const output = `${out}${err}`;
  const [checks = ''] = output.split('Failed tests info');
  const wrong = [...checks.matchAll(/✗ (.*?)\s*$/gm)].map(([, text = '']) => text);
  return { code, output, wrong };
}

const smokeWith = async (fault?: Fault, envelope?: string) => smoke((await startService(fault, envelope)).url);

test('the smoke flow passes on the mock', async () => {
  const { code, wrong, output } = await smoke((await startMock()).address);
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

test('the key is in no line, in whatever form the service repeats it', async () => {
  const forms = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1), Buffer.from(KEY).toString('base64')];
  const { code, output } = await smokeWith((right) => ({
    ...right,
    headers: { ...right.headers, 'x-key': encodeURIComponent(KEY) },
    body: { success: forms, message: Buffer.from(KEY).toString('hex') },
  }));
  expect(code).toBe(1);
  for (const form of [...forms, Buffer.from(KEY).toString('hex')]) expect(output).not.toContain(form);
});
