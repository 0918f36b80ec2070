import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { enginePackages, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { runLanguage, testCases } from '../cases/language.ts';
import { readmeProgram } from '../cases/language-package.ts';
import { python } from '../cases/languages.ts';

// This test also runs on machines without Python.
describe('the client for python on Node.js', () => {
  testCases(python.name, (cases, address) => {
    const module = join(enginePackages(), 'pyodide/pyodide.mjs');
    const runner = join(import.meta.dirname, 'run-pyodide.mjs');
    return runLanguage([process.execPath, runner, module, python.runner], cases, address);
  });
});

const program = readmeProgram(python);

/** Returns the output of pyright for the client and, in strict mode, for a program that uses the client. */
async function check(source: string): Promise<string> {
  const directory = temporaryDirectory();
  copyFileSync(python.client, join(directory, 'vehicle_lookup.py'));
  writeFileSync(join(directory, 'program.py'), `# pyright: strict\n${source}`);
  writeFileSync(join(directory, 'pyrightconfig.json'), '{ "pythonVersion": "3.10" }');
  const pyright = join(enginePackages(), 'pyright/index.js');
  return (await run(pyright, [], { cwd: directory })).out;
}

test('the client and the README program do not have type errors', async () => {
  expect(await check(program)).toMatch(/^0 errors, 0 warnings/m);
});

test('an invalid argument and an unknown field are type errors', async () => {
  const found = await check(`${program}\nlookup.get_fluids("x")\nlookup.decode_vin("x").data.nothing\n`);
  expect(found).toContain('"Literal[\'x\']" is not assignable to "int"');
  expect(found).toContain('Cannot access attribute "nothing" for class "Vehicle"');
});
