import { expect, test } from 'vitest';
import type { Sql } from '../../src/database/sql.ts';
import { createKeyUse } from '../../src/limits/key-use.ts';

test('a key use that could not be stored is stored after the next use on the same day', async () => {
  const written: unknown[] = [];
  let isBroken = true;
  const query = async (_: string, ...values: unknown[]) => {
    if (isBroken) throw new Error('disk is full');
    written.push(values);
    return [];
  };
  const keyUse = createKeyUse({ query } as unknown as Sql, () => Date.UTC(2027, 0, 31));
  const useAndWrite = async () => {
    keyUse.used(1, 'a1');
    await keyUse.close();
  };
  await useAndWrite();
  isBroken = false;
  await useAndWrite();
  await useAndWrite();
  expect(written).toEqual([['2027-01-31', 1, 'a1']]);
});
