import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { languageModel } from '../../client/generate/languages.ts';
import { readClientModel } from '../../client/generate/operations.ts';
import { document } from '../../client/test/another/document.ts';
import { missing } from '../../client/test/cases/language.ts';
import { emitPhp } from '../generate/php.ts';
import { php } from './php.ts';

const reason = missing(php);

test.skipIf(reason)(
  `an interface of another kind gets a client, too${reason ? ` (skipped: ${reason})` : ''}`,
  async () => {
    const file = join(temporaryDirectory(), 'VehicleLookup.php');
    const text = emitPhp(languageModel(readClientModel(document)));
    writeFileSync(file, text);
    expect(text).toMatch(/findCover\(/);
    expect(text).not.toMatch(/carId|vehicles?'/);
    expect(await runCommand([php.program, '-l', file])).toMatchObject({ code: 0, err: '' });
  },
);
