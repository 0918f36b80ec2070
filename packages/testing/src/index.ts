// Shared code for tests, scripts and benchmarks. In tests, the setup file (vitest.ts) stops all programs. Scripts and benchmarks
// stop their programs themselves or call handleCleanups.

export { CANARY, CANARY_FORMS, canaryIn } from './canary.ts';
export { type Cleanup, cleanUpLater, handleCleanups, temporaryDirectory } from './cleanup.ts';
export { type ChromiumOptions, chromiumOptions } from './engines/chromium.ts';
export { debianProgram } from './engines/debian.ts';
export { enginePackages, installPackages, linkPackages, pythonPackages } from './engines/packages.ts';
export {
  canStartPostgresql,
  type Postgresql,
  serverUser,
  startPostgresql,
  unpackedPostgresql,
} from './engines/postgresql.ts';
export { hasToolChain, isRequired, type ToolChain, toolChainNote } from './engines/tool-chain.ts';
export { closedAddress, freePort, type Listening, listen, sendJson, serveHttp } from './http.ts';
export { type BinName, bin, startMock } from './process/bins.ts';
export { type CommandLine, type CommandLineOptions, runInProcess } from './process/in-process.ts';
export type { ProgramOutput } from './process/program.ts';
export {
  cleanEnvironment,
  type Environment,
  outsideEnvironment,
  type ProgramOptions,
  type ProgramResult,
  type RunningProgram,
  root,
  run,
  runCommand,
  runShell,
  start,
  startCommand,
} from './process/program.ts';
export { type ReadyMessage, type Server, startServer, waitUntilReady } from './process/server.ts';
