import fc from 'fast-check';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { type Cleanup, handleCleanups } from './cleanup.ts';

// With a fixed seed, the tests of a commit have the same results everywhere. CONTRIBUTING.md explains how to use other seeds.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const atEndOfFile: Cleanup[] = [];

handleCleanups((cleanup) => {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanup()));
  else atEndOfFile.push(cleanup);
});

// This is a setup file, so this hook runs after the `afterAll` hooks of each test file.
afterAll(async () => {
  for (const cleanup of atEndOfFile.splice(0).reverse()) await cleanup();
});
