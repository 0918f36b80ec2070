import { join } from 'node:path';
import { readBuilt, writeGenerated } from '@vehicle-lookup/testing/generated';
import { defaultAddress, readContract } from './src/model/contract.ts';
import { samplesOf } from './src/model/samples.ts';
import { sampleRequest } from './src/pages/sample-request.ts';

/** The languages that have no client here, and the extensions of their files. */
const EXTENSIONS: Record<string, string> = { python: 'py', php: 'php', go: 'go', java: 'java', csharp: 'cs' };

// Emits the samples of one operation as files, for those who read examples.
const document = readBuilt('openapi.json');
const contract = readContract(document);
const servers = [{ name: 'mock', address: defaultAddress(document) }];
const operation = contract.operations.find(({ id }) => id === 'getFluids') ?? contract.operations[0];
if (!operation) throw new Error('the document has no operation');
for (const { id, source } of samplesOf(sampleRequest({ contract, servers }, operation))) {
  const extension = EXTENSIONS[id];
  if (extension === undefined) continue;
  const file = join(import.meta.dirname, `../../examples/other-languages/lookup.gen.${extension}`);
  writeGenerated(file, 'spec/dist/openapi.json', source);
}
