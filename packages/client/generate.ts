import { join } from 'node:path';
import { readBuilt, writeGenerated } from '@vehicle-lookup/testing/generated';
import { languageModel } from './generate/languages.ts';
import { modules } from './generate/modules.ts';
import { readClientModel } from './generate/operations.ts';
import { emitPhp } from './generate/php/php.ts';
import { emitPython } from './generate/python/python.ts';

const source = 'spec/dist/openapi.json';
const model = readClientModel(readBuilt('openapi.json'));
for (const [path, emit] of Object.entries(modules)) {
  writeGenerated(join(import.meta.dirname, `src/${path}.gen.ts`), source, emit(model));
}

const languages = languageModel(model);
// Python imports a module by its file name, so the file name does not contain `.gen.`.
writeGenerated(join(import.meta.dirname, 'python/src/vehicle_lookup/__init__.py'), source, emitPython(languages));
writeGenerated(join(import.meta.dirname, 'php/src/VehicleLookup.gen.php'), source, emitPhp(languages));
