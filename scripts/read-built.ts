import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads what spec/build.ts makes of the document. When it is missing or broken the process says so and ends with code 1.
 * @param name file in spec/dist
 */
export function readBuilt(name: string): ReturnType<typeof JSON.parse> {
  const file = join(import.meta.dirname, '../spec/dist', name);
  if (!existsSync(file)) fail(name, 'is missing: expected what spec/build.ts makes');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return fail(name, 'is broken: expected JSON as spec/build.ts makes it');
  }
}

function fail(name: string, what: string): never {
  console.error(`spec/dist/${name} ${what}. Run \`pnpm generate\`.`);
  process.exit(1);
}
