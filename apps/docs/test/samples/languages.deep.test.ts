import { hasToolChain, toolChainNote } from '@vehicle-lookup/testing';
import { describe } from 'vitest';
import { contract } from '../rendered.ts';
import { CSHARP, GO, JAVA, PHP, PYTHON, testLanguage } from './languages.ts';

const operations = contract.operations.map(({ id }) => id);

for (const language of [PYTHON, PHP, GO, JAVA, CSHARP]) {
  describe.runIf(hasToolChain(language.tool))(`without a client${toolChainNote(language.tool)}`, () => {
    testLanguage(language, operations);
  });
}
