import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Document, errorForm, readWireOperation, referenceTo } from '@vehicle-lookup/openapi';
import { basesOf } from '@vehicle-lookup/openapi/provenance';
import type { Basis, Json } from '@vehicle-lookup/openapi/selectors';
import { readContract, writeGenerated } from '@vehicle-lookup/testing/generated';
import { validatorCode } from './validators/code.ts';

const document: Document = readContract();
const source = 'spec/dist/openapi.json';
const digest = createHash('sha256').update(validatorCode(document)).digest('hex');

writeGenerated(join(import.meta.dirname, '../src/validators/statuses.gen.ts'), source, statusCode(document));
writeGenerated(
  join(import.meta.dirname, '../src/validators/compiled.gen.ts'),
  source,
  `/**
 * The SHA-256 of the code that the build bundles into dist/compiled.js. It changes with the bodies and headers that the
 * validators accept, so that a review sees that they change, and the gate asks for a changeset.
 */
export const compiledDigest = '${digest}';
`,
);

/** Returns the constants of error bodies and the basis of undeclared statuses, as code. */
function statusCode(document: Document): string {
  const failure: Record<string, Json> = errorForm(document).fixed;
  const { clauses, assumptions } =
    basesOf(document)(referenceTo([...readWireOperation(document).at, 'responses']).slice(1)) ?? {};
  const undeclared: Basis = assumptions?.[0]
    ? { assumption: assumptions[0] }
    : clauses?.[0]
      ? { clause: clauses[0] }
      : {};
  return `import type { Basis, Json } from '@vehicle-lookup/openapi/selectors';

/** The constants of an error body, which identify an error. */
export const failure: Record<string, Json> = ${JSON.stringify(failure)};

/** What a status breaks that the operation does not declare. */
export const undeclaredStatus: Basis = ${JSON.stringify(undeclared)};
`;
}
