import { join } from 'node:path';
import { loadModules } from '@vehicle-lookup/modules';
import type { Rule } from '../comparison/rule.ts';

const DIRECTORIES = ['selectors', 'keywords', 'assumptions', 'texts'];

/**
 * The rules of this package by code, in the order in which they are asked. A file in one of the directories is a rule; its
 * code is the file's name.
 */
export async function loadRules(home: string = import.meta.dirname): Promise<Map<string, Rule>> {
  const modules = await Promise.all(DIRECTORIES.map((directory) => loadModules(join(home, directory))));
  return new Map(
    modules.flatMap((group) =>
      [...group].map(([code, module]): [string, Rule] => [code, (module as { rule: Rule }).rule]),
    ),
  );
}
