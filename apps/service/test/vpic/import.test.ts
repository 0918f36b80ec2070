import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, run, runShell, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { MODELS, vpic } from './made-up.ts';
import { newData, serve } from './service.ts';

const VPIC = `'${process.execPath}' '${bin('vpic')}'`;
const SERVICE = `'${process.execPath}' '${bin('service')}'`;

describe('the service', () => {
  test('the service imports the output as a stream', async () => {
    const data = newData();
    const file = vpic([...MODELS, ['O', 5, '1']]);
    const line = `${VPIC} ${file} | ${SERVICE} import - --data-dir ${data} --json`;
    const { code, out, err } = await runShell(line);
    expect([code, err]).toEqual([
      0,
      'vehicle-lookup-vpic: skipped 1 pattern that cannot match any VIN; the first is 3: O\n',
    ]);
    expect(JSON.parse(out)).toMatchObject({
      version: expect.stringMatching(/^vpic-2020-01-02-\d{8}T\d{9}Z$/),
      origin: expect.stringMatching(/NHTSA.*2020-01-02.*United States government/),
      wrong: 0,
      counts: { vehicles: 4, brands: 1, models: 2, variants: 2 },
    });
    const ask = await serve(data);
    const { status, headers, body } = await ask({ vin: '1ABAX1XE0CX000001' });
    expect(status).toBe(200);
    expect(headers.get('x-catalogue-version')).toMatch(/^vpic-2020-01-02-/);
    expect(body.data).toMatchObject({ make: 'Real Make', model: 'One', year: '2012' });
  });

  test('the service rejects truncated output without writing a catalogue', async () => {
    const data = newData();
    const { code, err } = await runShell(
      `${VPIC} ${vpic(MODELS)} | head -c 300 | ${SERVICE} import - --data-dir ${data}`,
    );
    expect(code).toBe(1);
    expect(err).toContain('expected a complete gzip file, got damaged data');
    const isCatalogue = (name: string) => name.endsWith('.sqlite');
    expect(readdirSync(dirname(data), { recursive: true, encoding: 'utf8' }).filter(isCatalogue)).toEqual([]);
  });
});

describe('the command line', () => {
  test('an error in a file is reported with exit code 1', async () => {
    const file = join(temporaryDirectory(), 'x.db');
    writeFileSync(file, 'x'.repeat(2000));
    const { code, out, err } = await run(bin('vpic'), [file]);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^vehicle-lookup-vpic: .*expected vPIC/)]);
  });

  test('the error for a missing file names the file', async () => {
    const { code, err } = await run(bin('vpic'), ['/nowhere']);
    expect([code, err]).toEqual([1, expect.stringMatching(/\/nowhere: it does not exist/)]);
  });

  test('standard input is read, and a closed output pipe is not an error', async () => {
    const { code, out, err } = await runShell(`set -o pipefail; ${VPIC} - < ${vpic(MODELS)} | head -c 10 | wc -c`);
    expect([code, out.trim(), err]).toEqual([0, '10', '']);
  });
});
