import { spawnSync } from 'node:child_process';

/** The tool chain of another language. */
export type ToolChain = 'python3' | 'pip' | 'php' | 'go' | 'java' | 'dotnet';

/** How each tool chain of another language says that it is there. */
const PROBES: Record<ToolChain, [program: string, ...args: string[]]> = {
  python3: ['python3', '--version'],
  // Debian packages it apart.
  pip: ['python3', '-m', 'pip', '--version'],
  // Debian packages it without curl, which requests need.
  php: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
  go: ['go', 'version'],
  // A runtime alone has no compiler.
  java: ['javac', '--version'],
  dotnet: ['dotnet', '--version'],
};

/**
 * Whether a tool chain is on this machine. `VEHICLE_LOOKUP_REQUIRE=python3,php` names those that have to be.
 * @throws when it is required and missing, so that a test that would be skipped fails
 */
export function hasToolChain(name: ToolChain): boolean {
  const [program, ...args] = PROBES[name];
  const isFound = spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  if (!isFound && isRequired(name)) {
    throw new Error(`${name} was not found, and VEHICLE_LOOKUP_REQUIRE names it. Install it, or put it on PATH.`);
  }
  return isFound;
}

/** Whether `VEHICLE_LOOKUP_REQUIRE` names a tool chain: tests that need it must not be skipped. */
export const isRequired = (name: ToolChain): boolean =>
  (process.env.VEHICLE_LOOKUP_REQUIRE ?? '').split(',').includes(name);

/** For the name of a test that is skipped without a tool chain: ` (php was not found)`, else nothing. */
export const toolChainNote = (name: ToolChain): string =>
  hasToolChain(name) ? '' : ` (skipped: ${name} was not found)`;
