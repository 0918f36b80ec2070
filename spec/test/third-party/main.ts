import { readFileSync, writeFileSync } from 'node:fs';
import { linkPackages } from '@vehicle-lookup/testing';
import { DOCUMENTS, README, readAccepted, readVersions } from './files.ts';
import { judge } from './judge.ts';
import { runTools } from './run-tools.ts';
import { section, withSection } from './table.ts';

// Runs third-party tools on the documents in spec/ and writes their verdicts to spec/README.md. With documents as arguments,
// prints the complaints about these documents as JSON instead.

const documents = process.argv.slice(2);
linkPackages(import.meta.dirname);
if (documents.length > 0) console.log(JSON.stringify(await runTools(documents)));
else await writeVerdicts();

async function writeVerdicts(): Promise<void> {
  const [results, accepted] = [await runTools(DOCUMENTS), readAccepted()];
  const faults = judge(results, accepted);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
    return;
  }
  writeFileSync(README, withSection(readFileSync(README, 'utf8'), section(results, accepted, readVersions())));
}
