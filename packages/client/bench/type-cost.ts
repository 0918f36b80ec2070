import { join } from 'node:path';
import { COMPILERS, compileBy } from '../test/compiler.ts';
import { generatePeers } from './generate-peers.ts';

// What ten calls cost a consumer's compiler, in instantiations of types: a count, the same on every machine.
const consumers = {
  'openapi-fetch': 'consumers/openapi-fetch.ts',
  'hey-api': 'consumers/hey-api.ts',
  'ours, raw': '../test/consumer/ten-calls.ts',
  'ours, tidy': '../test/consumer/ten-methods.ts',
};

/** hey-api's generated code does not compile with it. */
const PLAIN = ['--exactOptionalPropertyTypes', 'false'];

generatePeers();
console.log(`${'instantiations'.padEnd(16)}${COMPILERS.map((compiler) => compiler.padStart(16)).join('')}`);
for (const [name, file] of Object.entries(consumers)) {
  const counts = COMPILERS.map((compiler) => {
    const settings = ['--extendedDiagnostics', '--module', 'esnext', '--moduleResolution', 'bundler', ...PLAIN];
    const output = compileBy(compiler, join(import.meta.dirname, file), ...settings);
    if (/error TS/.test(output)) console.error(`${name} by ${compiler}: ${output.match(/.*error TS.*/)?.[0]}`);
    return /^Instantiations:\s+(\d+)$/m.exec(output)?.[1] ?? '?';
  });
  console.log(`${name.padEnd(16)}${counts.map((count) => count.padStart(16)).join('')}`);
}
