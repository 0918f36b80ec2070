import { createRequire } from 'node:module';

/**
 * The version of a package.
 * @param from `import.meta.url` of a module in the package
 */
export const packageVersion = (name: string, from: string): string =>
  (createRequire(from)(`${name}/package.json`) as { version: string }).version;
