import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Replaces the document of a copy of the repository by another one, in one file. The contract cases are replaced by empty
 * ones, because they know the meaning of the original document.
 * @param operations its operationIds
 */
export function replaceDocument(repository: string, document: string, operations: string[]): void {
  for (const part of ['operations', 'components', 'assumptions.yaml', 'clauses.yaml']) {
    rmSync(join(repository, 'spec', part), { recursive: true, force: true });
  }
  writeFileSync(join(repository, 'spec/openapi.yaml'), document);
  const cases = join(repository, 'contract-tests/cases');
  for (const entry of readdirSync(cases)) rmSync(join(cases, entry), { recursive: true });
  const nothing = "import type { Check } from '../src/judge/case.ts';\n\nexport const checks: Check[] = [];\n";
  for (const id of operations) writeFileSync(join(cases, `${id}.ts`), nothing);
}
