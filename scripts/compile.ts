import { spawnSync } from 'node:child_process';
import { existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles and type-checks everything with `tsc -b`. Removes compiled files without a source, because the compiler keeps them. */
const root = join(import.meta.dirname, '..');
for (const declaration of globSync('{packages/*,apps/*,contract-tests}/dist/**/*.d.ts', { cwd: root })) {
  // The packages compile their directory `src`. The suite compiles its whole directory except `self-test`.
  const sources = ['/src/', '/'].map((directory) =>
    declaration.replace(/[\\/]dist[\\/]/, directory).replace(/\.d\.ts$/, ''),
  );
  const isCompiled = (source: string): boolean =>
    !/^contract-tests[\\/]self-test/.test(source) &&
    (existsSync(join(root, `${source}.ts`)) || existsSync(join(root, `${source}.tsx`)));
  if (sources.some(isCompiled)) continue;
  rmSync(join(root, declaration));
  rmSync(join(root, declaration.replace(/\.d\.ts$/, '.js')), { force: true });
}
const tsc = join(root, 'node_modules/typescript/bin/tsc');
process.exitCode = spawnSync(process.execPath, [tsc, '-b', root], { stdio: 'inherit' }).status ?? 1;
