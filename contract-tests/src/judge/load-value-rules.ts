import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadModules } from '@vehicle-lookup/modules';
import { RunError } from '../run-error.ts';
import type { OperationRules } from './value-rule.ts';

export const valueRulesDirectory: string = fileURLToPath(new URL('../../value-rules/', import.meta.url));

/**
 * Loads the value rules by operation: one file for each, named after it. An operation without a file has no rules. An
 * interface whose schemas state everything has no directory.
 * @throws RunError when a file is not named after an operation, or exports no rules
 */
export async function loadValueRules(
  directory: string,
  operations: readonly string[],
): Promise<Map<string, OperationRules>> {
  const modules = existsSync(directory) ? await loadModules(directory) : new Map<string, Partial<OperationRules>>();
  const extra = [...modules.keys()].filter((id) => !operations.includes(id));
  if (extra.length > 0) {
    throw new RunError(`value rules without an operation: ${extra.join(', ')}; rename the file to its operationId`);
  }
  return new Map([...modules].map(([id, module]) => [id, operationRules(id, module)]));
}

function operationRules(id: string, module: Partial<OperationRules>): OperationRules {
  if (!Array.isArray(module.rules)) throw new RunError(`value-rules/${id} exports no list named rules`);
  return { ...module, rules: module.rules };
}
