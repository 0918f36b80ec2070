import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The program of Redocly, for Node.js to start. */
export const redoclyProgram: string = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

/** The environment in which it sends nothing, and prints neither colours nor a notice of updates. */
export const redoclyEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
});
