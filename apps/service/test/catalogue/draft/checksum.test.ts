import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { catalogueChecksum } from '../../../src/catalogue/draft/checksum.ts';

function checksumOf(row: string): string {
  const db = new DatabaseSync(':memory:');
  db.exec(`create table pattern (mask, key); insert into pattern values (${row})`);
  return catalogueChecksum(db);
}

test('rows whose values are only divided in another way have another checksum', () => {
  const rows = ["1, '5'", '11, 5', "1, 'null'", '14, null', "':', ''", "'', ':'"];
  expect(new Set(rows.map(checksumOf)).size).toBe(rows.length);
  expect(checksumOf("1, '5'")).toBe(checksumOf("1, '5'"));
});
