import { join } from 'node:path';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';
import { languageModel } from '../client/generate/languages.ts';
import { readClientModel } from '../client/generate/operations.ts';
import { emitPhp } from './generate/php.ts';

const model = languageModel(readClientModel(readBuilt('openapi.json')));
const file = join(import.meta.dirname, 'src/VehicleLookup.gen.php');
writeGenerated(file, 'spec/dist/openapi.json', emitPhp(model));
