import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll } from 'vitest';
import type { Credentials } from './ask.ts';
import { createAccount, importVehicles } from './service.ts';

export interface SoundData {
  /** Returns a copy that the test may damage. */
  copy(): string;
  account(): Credentials;
}

/** Prepares a data directory with the demonstration vehicles and an account, once for all tests in a file. */
export function soundData(): SoundData {
  let data = '';
  let account: Credentials;
  beforeAll(async () => {
    data = join(temporaryDirectory(), 'data');
    account = await createAccount(data, 'someone', 'standard');
    await importVehicles(data);
  });
  return {
    copy() {
      const copy = join(temporaryDirectory(), 'data');
      cpSync(data, copy, { recursive: true });
      // cpSync preserves only the modes of files, not of directories.
      chmodSync(copy, 0o700);
      return copy;
    },
    account: () => account,
  };
}

/** Returns the path of the current catalogue file. */
export const catalogueOf = (data: string): string =>
  join(data, 'catalogue', `${readFileSync(join(data, 'catalogue/current'), 'utf8').trim()}.sqlite`);

/** Writes zeroes into the middle of a file, like a failing disk. */
export function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0, 4096, bytes.length - 4096);
  writeFileSync(file, bytes);
}
