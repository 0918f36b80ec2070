import { join } from 'node:path';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';
import { languageModel } from '../client/generate/languages.ts';
import { readClientModel } from '../client/generate/operations.ts';
import { emitPython } from './generate/python.ts';

const model = languageModel(readClientModel(readBuilt('openapi.json')));
// Python imports a file by its name, which therefore has no `.gen.` in it.
const file = join(import.meta.dirname, 'src/vehicle_lookup/__init__.py');
writeGenerated(file, 'spec/dist/openapi.json', emitPython(model));
