import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Result } from './tool.ts';
import { tools } from './tools.ts';

/** Gives each document to every tool of tools.ts. */
export async function runTools(documents: readonly string[]): Promise<Result[]> {
  const directory = mkdtempSync(join(tmpdir(), 'third-party-'));
  const results: Result[] = [];
  try {
    for (const [index, file] of documents.entries()) {
      const checks = Object.entries(tools).map(async ([tool, { title, check }]): Promise<Result> => {
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
