import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Replaces the document of a copy of the repository by another one, in one file. The value rules of the contract suite are
 * removed, because they know the meaning of the original document.
 */
export function replaceDocument(repository: string, document: string): void {
  for (const part of ['operations', 'components', 'assumptions.yaml', 'clauses.yaml']) {
    rmSync(join(repository, 'spec', part), { recursive: true, force: true });
  }
  writeFileSync(join(repository, 'spec/openapi.yaml'), document);
  rmSync(join(repository, 'contract-tests/value-rules'), { recursive: true });
}
