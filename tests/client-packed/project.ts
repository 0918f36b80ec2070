import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tools of a project. */
export interface Setup {
  manager: 'npm' | 'pnpm';
  /** The version of TypeScript. */
  compiler: string;
  /** The version of MSW, a peer dependency of the client. */
  msw: string;
}

/** The oldest, the newest and an intermediate compiler, both package managers, and both versions of MSW that the client supports. */
export const SETUPS: Setup[] = [
  { manager: 'npm', compiler: '5.4.5', msw: '2.14.7' },
  { manager: 'pnpm', compiler: '7.0.2', msw: '3.0.5' },
  { manager: 'npm', compiler: '5.9.3', msw: '3.0.5' },
];

/** Returns the Node.js command. The oldest Node.js that the client supports cannot run MSW 3. */
export const nodeOf = ({ msw }: Setup): string => (msw.startsWith('2') ? 'node' : `'${process.execPath}'`);

/** The compiler options for each module resolution. */
export const RESOLUTIONS: Record<string, object> = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

// The compiler also checks the client's declarations. Only browser types are available.
const OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  resolveJsonModule: true,
};

/** Writes a consumer project, without the client. */
export function writeProject(directory: string, { compiler, msw }: Setup): void {
  mkdirSync(directory, { recursive: true });
  const react = { '@tanstack/react-query': '5.107.1', '@types/react': '19.2.2', react: '19.2.0', swr: '2.5.1' };
  const dependencies = { '@tanstack/query-core': '5.107.1', ...react, msw, typescript: compiler };
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  cpSync(join(import.meta.dirname, 'consumer.ts'), join(directory, 'consumer.ts'));
  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    const compilerOptions = { ...OPTIONS, ...resolution, outDir: `out-${name}` };
    writeFileSync(join(directory, `${name}.json`), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  }
}
