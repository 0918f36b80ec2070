import { expected } from '@vehicle-lookup/toolkit/command-line';
import { stringify } from 'yaml';
import { caseNames, readCase, writeCase } from './read-case.ts';

// `node show.ts CASE` prints both sides of a case; `node show.ts CASE DIRECTORY` writes them to base.yaml and revision.yaml.
const [name = '', directory] = process.argv.slice(2);
if (!caseNames.includes(name)) {
  console.error(`CASE: ${expected(name, caseNames)}`);
  process.exitCode = 2;
} else if (directory === undefined) {
  const { reason, base, revision, verdict } = readCase(name);
  console.log(`# ${verdict}: ${reason}\n# base\n${stringify(base)}---\n# revision\n${stringify(revision)}`);
} else {
  const { base, revision } = writeCase(name, directory);
  console.log(`${base}\n${revision}`);
}
