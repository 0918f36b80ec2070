import { dirname } from 'node:path';
import { describe } from 'vitest';
import { emitPhp } from '../../generate/php/php.ts';
import { emitPython } from '../../generate/python/python.ts';
import { testLanguage } from './language.ts';
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
  testAnotherDocument(python, emitPython, /find_cover\(self, title: str\)/, ['-m', 'py_compile']);
});
