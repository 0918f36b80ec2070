import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Result } from './tool.ts';
import { tools } from './tools.ts';

/** Checks each document with every tool in tools.ts. */
export async function runTools(documents: readonly string[]): Promise<Result[]> {
  const directory = mkdtempSync(join(tmpdir(), 'third-party-'));
  const results: Result[] = [];
  try {
    for (const [index, file] of documents.entries()) {
      const checks = Object.entries(tools).map(async ([tool, { title, check }]): Promise<Result> => {
        const own = join(directory, `${index}-${tool}`);
        mkdirSync(own);
        const complaints = await check(file, own);
        return { tool, title, document: basename(file), complaints, operations: generatedOperations(file, own) };
      });
      results.push(...(await Promise.all(checks)));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return results;
}

/** Returns the number of operations in the generated code, as functions or in its type `operations`; undefined without code. */
function generatedOperations(file: string, directory: string): number | undefined {
  const code = globSync('**/*.ts', { cwd: directory }).map((name) => readFileSync(join(directory, name), 'utf8'));
  if (code.length === 0) return undefined;
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as OperationIds;
  const ids = Object.keys(components.pathItems ?? paths).map((name) => name.replace(/^\//, ''));
  const functions = code.flatMap((text) => [...text.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)]);
  const types = code.flatMap((text) => [
    ...(/^export interface operations \{[\s\S]*/m.exec(text)?.[0] ?? '').matchAll(/^ {4}(\w+): \{/gm),
  ]);
  const names = new Set([...functions, ...types].map(([, name]) => name));
  return ids.filter((id) => names.has(id)).length;
}

interface OperationIds {
  paths: object;
  components: { pathItems?: object };
}
