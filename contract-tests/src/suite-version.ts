import { createRequire } from 'node:module';

/** The version of this package. */
export const suiteVersion = (): string =>
  (createRequire(import.meta.url)('@vehicle-lookup/contract-tests/package.json') as { version: string }).version;
