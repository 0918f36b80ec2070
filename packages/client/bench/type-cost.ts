import { join } from 'node:path';
import { COMPILERS, compileBy } from '../test/support/compiler.ts';
import { generatePeers } from './generate-peers.ts';

// Counts the type instantiations that ten calls cost a consumer's compiler. The count is the same on every machine.
const consumers = {
  'openapi-fetch': 'consumers/openapi-fetch.ts',
  'hey-api': 'consumers/hey-api.ts',
  'ours, client': '../test/consumer/ten-calls.ts',
  'ours, parsed': '../test/consumer/ten-methods.ts',
};

/** Disables an option with which hey-api's generated code does not compile. */
const PLAIN = ['--exactOptionalPropertyTypes', 'false'];

await generatePeers();
console.log(`${'instantiations'.padEnd(16)}${COMPILERS.map((compiler) => compiler.padStart(16)).join('')}`);
for (const [name, file] of Object.entries(consumers)) {
  const counts: string[] = [];
  for (const compiler of COMPILERS) {
    const settings = ['--extendedDiagnostics', '--module', 'esnext', '--moduleResolution', 'bundler', ...PLAIN];
    const output = await compileBy(compiler, join(import.meta.dirname, file), ...settings);
    if (/error TS/.test(output)) console.error(`${name} by ${compiler}: ${output.match(/.*error TS.*/)?.[0]}`);
    counts.push(/^Instantiations:\s+(\d+)$/m.exec(output)?.[1] ?? '?');
  }
  console.log(`${name.padEnd(16)}${counts.map((count) => count.padStart(16)).join('')}`);
}
