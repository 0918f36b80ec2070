import { dirname } from 'node:path';
import { runCommand } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { emitPhp } from '../../generate/php/php.ts';
import { emitPython } from '../../generate/python/python.ts';
import { missing, testLanguage } from './language.ts';
import { testAnotherDocument, testReadme } from './language-package.ts';
import { php, python } from './languages.ts';

testLanguage(php);
describe('the package for php', () => {
  testReadme(php, (program) => `<?php ${program.replace('$lookup =', `require '${php.client}';\n$lookup =`)}`);
  testAnotherDocument(php, emitPhp, /findCover\(/, ['-l']);
});

testLanguage(python);
describe('the package for python', () => {
  testReadme(python, (program) => `import sys\nsys.path.insert(0, "${dirname(dirname(python.client))}")\n${program}`);
  test.skipIf(missing(python))('pickles errors and results, but not a client, which contains the key', async () => {
    const input = `import pickle, sys
sys.path.insert(0, "${dirname(dirname(python.client))}")
import vehicle_lookup as v
error = v.VehicleLookupError("not_found", "get_fluids", "HTTP 404: No.", 404)
result = v.Result(data=[v.CatalogueEntry(slug="vw", name="VW")], issues=[v.Issue("/x", "a text", 1)], raw=[])
print(all(repr(pickle.loads(pickle.dumps(value))) == repr(value) for value in (error, result)))
print([name for name in v.__all__ if not hasattr(v, name)])
try:
    pickle.dumps(v.VehicleLookup("http://127.0.0.1:9", "demo", "CANARY-7391"))
except TypeError as error:
    print(error)
`;
    expect(await runCommand([python.program], { input })).toMatchObject({
      err: '',
      out: 'True\n[]\nA VehicleLookup contains the key and cannot be pickled or copied. Create one in each process.\n',
    });
  });
  testAnotherDocument(python, emitPython, /find_cover\(self, title: str\)/, ['-m', 'py_compile']);
});
