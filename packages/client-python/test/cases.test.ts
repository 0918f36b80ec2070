import { testLanguage } from '../../client/test/cases/language.ts';
import { python } from './python.ts';

testLanguage(python);
