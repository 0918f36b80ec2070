import { createRequire } from 'node:module';

const readPackage = (): { version: string; homepage: string } =>
  createRequire(import.meta.url)('@vehicle-lookup/contract-tests/package.json') as ReturnType<typeof readPackage>;

/** Returns the version of this package. */
export const suiteVersion = (): string => readPackage().version;

/** Returns the documentation URL of this package. */
export const suiteHomepage = (): string => readPackage().homepage;
