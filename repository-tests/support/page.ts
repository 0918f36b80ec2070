import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The operations in the reference of a repository: operationId → address. */
export function operationsOnPage(repository: string): Map<string, string> {
  const page = readFileSync(join(repository, 'apps/docs/dist/static/reference.html'), 'utf8');
  const entries = page.matchAll(/"(\/[^"\\]*)":\{"[a-z]+":\{"operationId":"([^"\\]+)"/g);
  return new Map([...entries].map(([, address = '', operation = '']) => [operation, address]));
}
