import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Credentials } from './ask.ts';
import { createAccount, run, service, temporaryFolder } from './run.ts';

export interface SoundFolder {
  /** A copy that the test may break. */
  copy(): string;
  account(): Credentials;
}

/** A data folder with the demonstration catalogue and an account, made once for all tests of a file. */
export function soundFolder(): SoundFolder {
  const folder = mkdtempSync(join(tmpdir(), 'service-ops-'));
  const data = join(folder, 'data');
  let account: Credentials;
  beforeAll(async () => {
    const imported = await run(['import', join(service, 'demo/catalogue.ndjson'), '--data-dir', data]);
    if (imported.code !== 0) throw new Error(imported.err);
    const migrated = await run(['migrate', '--data-dir', data]);
    if (migrated.code !== 0) throw new Error(migrated.err);
    account = await createAccount(data, 'someone', 'standard');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    copy() {
      const copy = join(temporaryFolder(), 'data');
      cpSync(data, copy, { recursive: true });
      // It copies the modes of files alone.
      chmodSync(copy, 0o700);
      return copy;
    },
    account: () => account,
  };
}

/** The file of the catalogue that answers. */
export const catalogueOf = (data: string): string =>
  join(data, 'catalogue', `${readFileSync(join(data, 'catalogue/current'), 'utf8').trim()}.sqlite`);

/** Zeroes in the middle, as a failing disk leaves them. */
export function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0, 4096, bytes.length - 4096);
  writeFileSync(file, bytes);
}
