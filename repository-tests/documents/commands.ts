import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspacePackage } from '../support/repository.ts';

/**
 * The part of a command line that does not exist; undefined when everything exists, or for commands of other projects.
 * @param repository where scripts run and bins are installed
 */
export function unknownPart(command: string, repository: string, packages: WorkspacePackage[]): string | undefined {
  const [root] = packages;
  const words = command.split(/\s+/);
  const rest = words[0] === 'npx' ? words.slice(words[1] === '--yes' ? 2 : 1) : words;
  const [program = '', first = '', second = '', third = ''] = rest;
  const has = (one: WorkspacePackage | undefined, script: string) => one?.scripts[script] !== undefined;
  if (/^pnpm(@.*)?$/.test(program) && first !== '') {
    if (first === 'exec') return hasBin(repository, second) ? undefined : `the bin ${second}`;
    if (first !== '--filter') return has(root, first) ? undefined : `the script ${first}`;
    const one = packages.find(({ name }) => name === second);
    return has(one, third) ? undefined : `the script ${third} of ${second}`;
  }
  if (program === 'node') return existsSync(join(repository, first)) ? undefined : `the file ${first}`;
  const bins = packages.flatMap(({ bin }) => Object.keys(bin));
  if (/^vehicle-lookup-[a-z]+$/.test(program)) return bins.includes(program) ? undefined : `the bin ${program}`;
  return undefined;
}

const hasBin = (repository: string, name: string): boolean => existsSync(join(repository, 'node_modules/.bin', name));
