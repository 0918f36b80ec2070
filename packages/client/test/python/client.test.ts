import { dirname } from 'node:path';
import { emitPython } from '../../generate/python/python.ts';
import { testLanguage } from '../cases/language.ts';
import { testAnotherDocument, testReadme } from '../cases/language-package.ts';
import { python } from './python.ts';

testLanguage(python);
testReadme(python, (program) => `import sys\nsys.path.insert(0, "${dirname(dirname(python.client))}")\n${program}`);
testAnotherDocument(python, emitPython, /find_cover\(self, title: str\)/, ['-m', 'py_compile']);
