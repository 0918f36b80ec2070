import { spawnSync } from 'node:child_process';

/** The tool chain of a language other than TypeScript. */
export type ToolChain = 'python3' | 'pip' | 'php' | 'go' | 'java' | 'dotnet';

/** A command for each tool chain that succeeds if the tool chain is installed. */
const PROBES: Record<ToolChain, [program: string, ...args: string[]]> = {
  python3: ['python3', '--version'],
  // Debian has a separate package for pip.
  pip: ['python3', '-m', 'pip', '--version'],
  // Debian's package lacks curl, which requests require.
  php: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
  go: ['go', 'version'],
  // A runtime without a JDK has no compiler.
  java: ['javac', '--version'],
  dotnet: ['dotnet', '--version'],
};

/**
 * Returns whether a tool chain is on this machine. `VEHICLE_LOOKUP_REQUIRE=python3,php` lists required tool chains.
 * @throws if a required tool chain is missing, so that a test fails instead of being skipped
 */
export function hasToolChain(name: ToolChain): boolean {
  const [program, ...args] = PROBES[name];
  const isFound = spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  if (!isFound && isRequired(name)) {
    throw new Error(`${name} was not found, but VEHICLE_LOOKUP_REQUIRE requires it. Install it, or add it to PATH.`);
  }
  return isFound;
}

/** Returns whether `VEHICLE_LOOKUP_REQUIRE` lists a tool chain, in which case its tests must not be skipped. */
export const isRequired = (name: ToolChain): boolean =>
  (process.env.VEHICLE_LOOKUP_REQUIRE ?? '').split(',').includes(name);

/**
 * Returns the title suffix for a test that requires a tool chain: ` (skipped: php was not found)`, or an empty string if the tool
 * chain is installed.
 */
export const toolChainNote = (name: ToolChain): string =>
  hasToolChain(name) ? '' : ` (skipped: ${name} was not found)`;
