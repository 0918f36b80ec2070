import { fileURLToPath } from 'node:url';
import { configDefaults, type ViteUserConfig } from 'vitest/config';

/** Rare paths; CONTRIBUTING.md says which. */
const DEEP_TESTS = '**/*.deep.test.ts';

/** Test files that do not run: those of rare paths, without DEEP=1. */
const exclude = [...configDefaults.exclude, ...(process.env.DEEP ? [] : [DEEP_TESTS])];

/** Settings of all tests. Time-outs only find what hangs, even on a busy machine; benches measure speed. */
const shared = {
  test: {
    exclude,
    reporters: ['default', ['junit', { outputFile: 'reports/junit.xml' }]],
    // The test files of a package share one process, so that it imports its modules once.
    isolate: false,
    // Whatever a test has started ends with it; whatever its file has started ends with the file.
    setupFiles: [fileURLToPath(new URL('packages/testing/src/vitest.ts', import.meta.url))],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A poll has no time limit: the test's time-out ends it.
    expect: { poll: { timeout: 500_000, interval: 20 } },
  },
} satisfies ViteUserConfig;

export default shared;

/** The settings of a package in which some test files must not share modules, because they replace or change some. */
export const withOwnModules = (...files: string[]): ViteUserConfig => ({
  test: {
    ...shared.test,
    projects: [
      { extends: true, test: { name: 'shared modules', exclude: [...exclude, ...files] } },
      { extends: true, test: { name: 'own modules', include: files, isolate: true } },
    ],
  },
});
