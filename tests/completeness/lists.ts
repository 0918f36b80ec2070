import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { importsOf } from '../support/layers.ts';

/** Hand-written lists, each with the files that it must contain. */
export const lists: Record<string, string> = {
  'apps/docs/src/main.ts': 'apps/docs/src/commands/*.ts',
  'apps/service/src/program.ts': 'apps/service/src/commands/*.ts',
  'apps/service/test/data-store/conformance/describe-conformance.ts':
    'apps/service/test/data-store/conformance/cases/*.ts',
  'contract-tests/self-test/correct/index.ts': 'contract-tests/self-test/correct/*.ts',
  'contract-tests/self-test/faulty/index.ts': 'contract-tests/self-test/faulty/*/*.ts',
  'contract-tests/src/checks/assumptions/index.ts': 'contract-tests/src/checks/assumptions/*.ts',
  'contract-tests/src/checks/values/index.ts': 'contract-tests/src/checks/values/*.ts',
  'contract-tests/src/checks/index.ts': 'contract-tests/src/checks/{across,response}/*.ts',
  'contract-tests/src/program.ts': 'contract-tests/src/command-line/commands/*.ts',
  'packages/openapi/src/redocly/rules/index.ts': 'packages/openapi/src/redocly/rules/*/*.ts',
  'packages/gate/src/program.ts': 'packages/gate/src/command-line/commands/*.ts',
  'packages/gate/src/rules/index.ts': 'packages/gate/src/rules/{*,keywords/*,contract/*}.ts',
};

/** Returns the files that a list must contain, and the files that it imports from their directories. */
export function listed(repository: string, list: string): { files: string[]; imported: string[] } {
  const files = globSync(lists[list] ?? '', { cwd: repository }).filter((file) => file !== list);
  const directories = new Set(files.map((file) => dirname(file)));
  const imports = importsOf(readFileSync(join(repository, list), 'utf8'));
  const imported = imports
    .map(({ specifier }) => join(dirname(list), specifier))
    .filter((file) => directories.has(dirname(file)));
  return { files: files.sort(), imported: imported.sort() };
}
