import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { languageModel } from '../../client/generate/languages.ts';
import { readClientModel } from '../../client/generate/operations.ts';
import { document } from '../../client/test/another/document.ts';
import { missing } from '../../client/test/cases/language.ts';
import { emitPython } from '../generate/python.ts';
import { python } from './python.ts';

const reason = missing(python);

test.skipIf(reason)(
  `an interface of another kind gets a client, too${reason ? ` (skipped: ${reason})` : ''}`,
  async () => {
    const file = join(temporaryDirectory(), 'vehicle_lookup.py');
    const text = emitPython(languageModel(readClientModel(document)));
    writeFileSync(file, text);
    expect(text).toMatch(/find_cover\(self, title: str\)/);
    expect(text).not.toMatch(/carId|vehicles?'/);
    expect(await runCommand([python.program, '-m', 'py_compile', file])).toMatchObject({ code: 0, err: '' });
  },
);
