import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/document';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';
import { refsOf, responseBodies, responseHeaders } from './generate/bodies.ts';
import { validatorCode } from './generate/code.ts';
import { documentShapes } from './generate/shapes.ts';
import { statusCode } from './generate/statuses.ts';

const document: Document = readBuilt('openapi.json');
const source = 'spec/dist/openapi.json';
const bodies = responseBodies(document);
const headers = responseHeaders(document);

writeGenerated(join(import.meta.dirname, 'src/bodies.gen.ts'), source, await validatorCode(document, bodies, headers));
writeGenerated(
  join(import.meta.dirname, 'src/shapes.gen.ts'),
  source,
  `import type { Shape } from './shape.ts';

/** What every schema of the document says of members, by the schema's reference. */
export const shapes: Record<string, Shape> = ${JSON.stringify(documentShapes(document, [...refsOf(bodies), ...refsOf(headers)]), null, 1)};
`,
);
writeGenerated(join(import.meta.dirname, 'src/statuses.gen.ts'), source, statusCode(document));
