import { resolve } from 'node:path';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';

/** Rare paths; CONTRIBUTING.md lists them. */
const DEEP_TESTS = '**/*.deep.test.ts';
const exclude = [...configDefaults.exclude, ...(process.env.DEEP ? [] : [DEEP_TESTS])];
const testing = resolve(import.meta.dirname, 'packages/testing/src/vitest.ts');

/**
 * The tests of a package, named like its directory. They import packages of this workspace from source.
 * @param ownModules files that must not share modules with others, because they replace some
 */
function project(root: string, ownModules: string[] = []): TestProjectInlineConfiguration[] {
  const name = root.split('/').at(-1) ?? root;
  const shared = {
    root,
    resolve: { conditions: ['@vehicle-lookup/source'] },
    ssr: { resolve: { conditions: ['@vehicle-lookup/source', 'module', 'node', 'development|production'] } },
  };
  const test = {
    // Programs and browsers that a test file has started end with the file.
    setupFiles: [testing],
    // Time-outs only find what hangs, even on a busy machine; benches measure speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A poll has no time limit of its own: the test's time-out ends it.
    expect: { poll: { timeout: 500_000, interval: 20 } },
  };
  return [
    // The test files of a package share one process, so that it imports its modules once.
    { ...shared, test: { ...test, name, exclude: [...exclude, ...ownModules], isolate: false } },
    ...(ownModules.length === 0
      ? []
      : [{ ...shared, test: { ...test, name: `${name}: own modules`, include: ownModules } }]),
  ];
}

const config: ViteUserConfig = defineConfig({
  test: {
    reporters: ['default', ['junit', { outputFile: resolve('reports/junit.xml') }]],
    projects: [
      ...project('spec'),
      ...project('packages/openapi'),
      ...project('packages/toolkit'),
      ...project('packages/contract'),
      ...project('packages/client'),
      ...project('packages/cli'),
      ...project('packages/gate'),
      ...project('packages/testing'),
      ...project('apps/mock'),
      ...project('apps/docs'),
      ...project('apps/service', ['test/limits/sqlite-admission.test.ts', 'test/commands/serve-options.test.ts']),
      ...project('contract-tests', ['test/judge/suite-fault.test.ts']),
      ...project('tests'),
    ],
  },
});

export default config;
