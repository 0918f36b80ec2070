import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

// Writes the packages that JSR has to a directory: their sources, the built code that these import, and what JSR wants to know,
// from their manifests. There, `deno publish` publishes them, in the order of their dependencies.

/** The entry points that run everywhere, of packages that also have some for Node.js. */
const PACKAGES: Record<string, string[] | undefined> = {
  types: undefined,
  selectors: undefined,
  secrets: undefined,
  document: ['.', './provenance'],
  operations: undefined,
  validators: undefined,
  client: undefined,
};

const [directory] = process.argv.slice(2);
if (!directory) throw new Error('expected the directory to write to');
const packages = join(import.meta.dirname, '../packages');
const imports: Record<string, string> = {};
for (const [packageDirectory, entries] of Object.entries(PACKAGES)) {
  const manifest = JSON.parse(readFileSync(join(packages, packageDirectory, 'package.json'), 'utf8'));
  const { name, version, license, dependencies = {}, peerDependencies = {}, devDependencies = {} } = manifest;
  const exported = Object.entries(manifest.exports as Record<string, { default?: string }>).flatMap(([path, file]) => {
    if (!file.default || (entries && !entries.includes(path))) return [];
    return [[path, file.default.replace('./dist/', './src/').replace(/\.js$/, '.ts')]];
  });
  for (const [other, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
    if (!`${range}`.startsWith('workspace:')) imports[other] = `npm:${other}@${devDependencies[other] ?? range}`;
  }
  const target = join(directory, packageDirectory);
  mkdirSync(target, { recursive: true });
  for (const file of ['src', 'README.md'])
    cpSync(join(packages, packageDirectory, file), join(target, file), { recursive: true });
  const built = Object.entries((manifest.imports ?? {}) as Record<string, { types: string; default: string }>);
  const own = built.map(([specifier, { types, default: file }]) => {
    const code = readFileSync(join(packages, packageDirectory, file), 'utf8');
    writeFileSync(join(target, 'src', basename(file)), `// @ts-self-types="./${basename(types)}"\n${code}`);
    return [specifier, `./src/${basename(file)}`];
  });
  write(join(target, 'deno.json'), {
    name,
    version,
    license,
    exports: Object.fromEntries(exported),
    ...(own.length > 0 ? { imports: Object.fromEntries(own) } : {}),
  });
}
write(join(directory, 'deno.json'), {
  workspace: Object.keys(PACKAGES).map((packageDirectory) => `./${packageDirectory}`),
  imports,
});

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
