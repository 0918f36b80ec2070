import { testLanguage } from '../../client/test/cases/language.ts';
import { testAnotherDocument, testReadme } from '../../client/test/cases/language-package.ts';
import { emitPhp } from '../generate/php.ts';
import { php } from './php.ts';

testLanguage(php);
testReadme(php, (program) => `<?php ${program.replace('$lookup =', `require '${php.client}';\n$lookup =`)}`);
testAnotherDocument(php, emitPhp, /findCover\(/, ['-l']);
