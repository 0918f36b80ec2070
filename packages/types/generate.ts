import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';

/**
 * Emits the types of the projection with one path per operation, so that each operation has its own.
 * Called as a function, because the command of openapi-typescript reads whatever redocly.yaml it finds.
 */
const types = await openapiTS(readBuilt('operations.json'), { silent: true });
writeGenerated(join(import.meta.dirname, 'src/types.gen.ts'), 'spec/dist/operations.json', astToString(types));
