import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { type Cleanup, handleCleanups } from './cleanup.ts';

const atEndOfFile: Cleanup[] = [];

handleCleanups((cleanup) => {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanup()));
  else atEndOfFile.push(cleanup);
});

// Registered when the test file imports this module: it runs after the file's own `afterAll`.
afterAll(async () => {
  for (const cleanup of atEndOfFile.splice(0).reverse()) await cleanup();
});
