import { createRequire } from 'node:module';

const readPackage = (): { version: string; homepage: string } =>
  createRequire(import.meta.url)('@vehicle-lookup/contract-tests/package.json') as ReturnType<typeof readPackage>;

/** The version of this package. */
export const suiteVersion = (): string => readPackage().version;

/** The address of its documentation. */
export const suiteHomepage = (): string => readPackage().homepage;
