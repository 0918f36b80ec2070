import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Case, Check } from './case.ts';
import { RunError } from './run-error.ts';

/** The folder of the cases, beside the source and beside the compiled code alike. */
export const casesFolder: string = fileURLToPath(new URL('../cases/', import.meta.url));

/**
 * Loads the case of every operation: the files of the folder, one an operation, named after it.
 * @throws RunError when an operation has no case, or a case no operation
 */
export async function loadCases(folder: string, operations: readonly string[]): Promise<Map<string, Check[]>> {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.[jt]s$/.test(entry.name))
    .map(({ name }) => name);
  const named = new Map(files.map((file) => [basename(file, extname(file)), join(folder, file)]));
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
  return new Map(await Promise.all([...named].map(async ([id, file]) => [id, await checksOf(id, file)] as const)));
}

async function checksOf(id: string, file: string): Promise<Check[]> {
  const { checks } = (await import(pathToFileURL(file).href)) as Partial<Case>;
  if (!Array.isArray(checks)) throw new RunError(`the contract case of ${id} exports no list named checks`);
  return checks;
}
