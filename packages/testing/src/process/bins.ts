import { join } from 'node:path';
import { type ProgramOptions, root } from './program.ts';
import { type Server, startServer } from './server.ts';

const BINS = {
  cli: 'packages/cli/bin/vehicle-lookup.js',
  contract: 'contract-tests/bin/vehicle-lookup-contract.js',
  docs: 'apps/docs/bin/vehicle-lookup-docs.js',
  gate: 'packages/gate/bin/vehicle-lookup-gate.js',
  mock: 'apps/mock/bin/vehicle-lookup-mock.js',
  service: 'apps/service/bin/vehicle-lookup-service.js',
  vpic: 'apps/service/bin/vehicle-lookup-vpic.js',
};

export type BinName = keyof typeof BINS;

/**
 * Returns the path of a program in this repository. A package that starts the program must list it in `devDependencies`, so that
 * the program is built.
 * @param repository this repository (default) or a copy
 */
export const bin = (name: BinName, repository: string = root): string => join(repository, BINS[name]);

/** Starts the mock on an available port. */
export const startMock = (args: readonly string[] = [], options?: ProgramOptions): Promise<Server> =>
  startServer(bin('mock'), ['--port', '0', ...args], options);
