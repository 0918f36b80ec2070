import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { type Cleanup, handleCleanups } from './cleanup.ts';

const atEndOfFile: Cleanup[] = [];

handleCleanups((cleanup) => {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanup()));
  else atEndOfFile.push(cleanup);
});

// A setup file, so that it runs after the `afterAll` of each test file.
afterAll(async () => {
  for (const cleanup of atEndOfFile.splice(0).reverse()) await cleanup();
});
