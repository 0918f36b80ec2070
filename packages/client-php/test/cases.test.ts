import { testLanguage } from '../../client/test/cases/language.ts';
import { php } from './php.ts';

testLanguage(php);
