import { fileURLToPath } from 'node:url';
import { loadModules } from '@vehicle-lookup/modules';
import { RunError } from '../run-error.ts';
import type { Case } from './case.ts';

export const casesFolder: string = fileURLToPath(new URL('../../cases/', import.meta.url));

/**
 * Loads the case of every operation: one file for each, named after it.
 * @throws RunError when an operation has no case, or a case no operation
 */
export async function loadCases(folder: string, operations: readonly string[]): Promise<Map<string, Case>> {
  const named = await loadModules(folder);
  const missing = operations.filter((id) => !named.has(id));
  if (missing.length > 0) {
    throw new RunError(
      `no contract case for ${missing.join(', ')}; expected contract-tests/cases/<operationId>.ts for every operation`,
    );
  }
  const extra = [...named.keys()].filter((id) => !operations.includes(id));
  if (extra.length > 0) {
    throw new RunError(
      `a contract case without an operation: ${extra.join(', ')}; rename it to its operationId or remove it`,
    );
  }
  return new Map([...named].map(([id, module]) => [id, caseOf(id, module)]));
}

function caseOf(id: string, module: Partial<Case>): Case {
  if (!Array.isArray(module.checks)) throw new RunError(`the contract case of ${id} exports no list named checks`);
  return { ...module, checks: module.checks };
}
