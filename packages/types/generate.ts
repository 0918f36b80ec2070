import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { writeGenerated } from '../../scripts/write-generated.ts';

/**
 * Emits the types of the projection with one path per operation, so that each operation has its own.
 * Called as a function, because the command of openapi-typescript reads whatever redocly.yaml it finds.
 */
const source = 'spec/dist/operations.json';
const file = join(import.meta.dirname, '../..', source);
if (!existsSync(file)) {
  console.error(`${source} is missing: expected the projection that spec/build.ts makes. Run \`pnpm generate\`.`);
  process.exit(1);
}
const types = await openapiTS(JSON.parse(readFileSync(file, 'utf8')), { silent: true });
writeGenerated(join(import.meta.dirname, 'src/types.gen.ts'), source, astToString(types));
