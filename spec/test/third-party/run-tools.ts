import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadModules } from '@vehicle-lookup/modules';
import type { Result, Tool } from './tool.ts';

/** Gives each document to every tool of tools/. */
export async function runTools(documents: readonly string[]): Promise<Result[]> {
  const tools = await loadModules(join(import.meta.dirname, 'tools'));
  const directory = mkdtempSync(join(tmpdir(), 'third-party-'));
  const results: Result[] = [];
  try {
    for (const [index, file] of documents.entries()) {
      const checks = [...tools].map(async ([tool, module]): Promise<Result> => {
        const { title, check } = module as unknown as Tool;
        const own = join(directory, `${index}-${tool}`);
        mkdirSync(own);
        return { tool, title, document: basename(file), complaints: await check(file, own) };
      });
      results.push(...(await Promise.all(checks)));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return results;
}
