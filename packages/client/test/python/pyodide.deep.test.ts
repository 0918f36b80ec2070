import { join } from 'node:path';
import { enginePackages } from '@vehicle-lookup/testing';
import { describe } from 'vitest';
import { testCases } from '../cases/language.ts';
import { runLanguage } from '../cases/run-language.ts';
import { python } from './python.ts';

// On machines without Python, too.
describe('the client for python on Node.js', () => {
  testCases(python.name, (cases, address) => {
    const module = join(enginePackages(), 'pyodide/pyodide.mjs');
    const runner = join(import.meta.dirname, 'run-pyodide.mjs');
    return runLanguage([process.execPath, runner, module, python.runner], cases, address);
  });
});
