import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runShell, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { DEMO } from '../../src/import/demo.ts';
import { newDatabase, testServer } from '../support/postgresql.ts';
import { service } from '../support/service.ts';

const runbook = readFileSync(join(service, 'RUNBOOK.md'), 'utf8');
const blocks = [...runbook.matchAll(/^```sh\n([^`]*)^```$/gm)].map(([, block = '']) => block);

test('the commands in the runbook work in sequence', async () => {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'bin'));
  symlinkSync(join(service, 'bin/vehicle-lookup-service.js'), join(cwd, 'bin/vehicle-lookup-service'));
  copyFileSync(DEMO, join(cwd, 'catalogue.ndjson'));
  const env = {
    DATABASE_URL: await newDatabase(await testServer()),
    VEHICLE_LOOKUP_SERVICE_CATALOGUES: join(cwd, 'published'),
    PATH: [join(cwd, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
  };
  expect(blocks.length).toBeGreaterThan(4);
  for (const block of blocks) {
    const { code, out, err } = await runShell(`set -e\n${block}`, { cwd, env });
    expect([code, err], `${block}\n${out}`).toEqual([0, '']);
  }
});
