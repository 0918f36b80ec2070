import { emitPhp } from '../../generate/php/php.ts';
import { testLanguage } from '../cases/language.ts';
import { testAnotherDocument, testReadme } from '../cases/language-package.ts';
import { php } from './php.ts';

testLanguage(php);
testReadme(php, (program) => `<?php ${program.replace('$lookup =', `require '${php.client}';\n$lookup =`)}`);
testAnotherDocument(php, emitPhp, /findCover\(/, ['-l']);
