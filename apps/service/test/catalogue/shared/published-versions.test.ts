import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { fetchedVersions } from '../../../src/catalogue/shared/published-versions.ts';

test('partial files from a killed process are removed, but partial files from a running process are kept', () => {
  const directory = temporaryDirectory();
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  for (const name of [ended, process.pid, process.ppid].map((pid) => `v1.catalogue.${pid}.partial`)) {
    writeFileSync(join(directory, name), 'half');
  }
  writeFileSync(join(directory, 'v0.catalogue'), 'whole');
  const versions = fetchedVersions(directory, directory);
  expect(readdirSync(directory).sort()).toEqual(['v0.catalogue', `v1.catalogue.${process.ppid}.partial`]);
  expect(versions.list()).toEqual(['v0']);
});
