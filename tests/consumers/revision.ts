import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, onePathPerOperation, operationTable } from '@vehicle-lookup/openapi';
import { bin, root, runCommand, type Server, startServer } from '@vehicle-lookup/testing';

/** The generators of types and client. The validators stay as they are: they do not compile a document that nobody has settled. */
const GENERATORS = [
  ['packages/contract', 'generate/types.ts'],
  ['packages/contract', 'generate/operations.ts'],
  ['packages/client', 'generate.ts'],
] as const;

/**
 * Makes a copy of the repository that of another revision of the contract: types, client and mock. The document is not linted, because
 * one that nobody has settled breaks the rules of its source.
 * @throws with the output of the first step that fails
 */
export async function revise(copy: string, document: Document): Promise<void> {
  const files = {
    openapi: document,
    operations: onePathPerOperation(document),
    'operation-table': operationTable(document),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(copy, `spec/dist/${name}.json`), JSON.stringify(content));
  for (const [directory, generator] of GENERATORS) {
    await runStep([process.execPath, '-C', '@vehicle-lookup/source', generator], join(copy, directory));
  }
  await runStep([join(root, 'node_modules/.bin/tsc'), '-b', 'packages/contract', 'packages/client'], copy);
}

async function runStep(command: string[], cwd: string): Promise<void> {
  const { code, out, err } = await runCommand(command, { cwd });
  if (code !== 0) throw new Error(`${cwd}: ${command.join(' ')}\n${out}${err}`);
}

/** The mock of a revision. Reserved inputs get a failure. */
export const mockOf = (copy: string): Promise<Server> => startServer(bin('mock', copy), ['--port', '0', '--by-input']);

/** The programs that do not compile with the types of a revision. */
export async function notCompiling(copy: string): Promise<Set<string>> {
  const { out } = await runCommand([join(root, 'node_modules/.bin/tsc'), '-p', 'programs/tsconfig.json'], {
    cwd: join(copy, 'tests/consumers'),
  });
  return new Set([...out.matchAll(/([\w-]+)\.ts\(\d+,\d+\): error/g)].map(([, name = '']) => name));
}
