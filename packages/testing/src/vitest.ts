import fc from 'fast-check';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { type Cleanup, handleCleanups } from './cleanup.ts';

// The same commit gives the same result everywhere. CONTRIBUTING.md tells how to try other values.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const atEndOfFile: Cleanup[] = [];

handleCleanups((cleanup) => {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanup()));
  else atEndOfFile.push(cleanup);
});

// A setup file, so that it runs after the `afterAll` of each test file.
afterAll(async () => {
  for (const cleanup of atEndOfFile.splice(0).reverse()) await cleanup();
});
