import { hasToolChain, toolChainNote } from '@vehicle-lookup/testing';
import { describe } from 'vitest';
import { PHP, PYTHON, testLanguage } from './languages.ts';

// The others compile first: languages.deep.test.ts.
for (const language of [PYTHON, PHP]) {
  describe.runIf(hasToolChain(language.tool))(`without a client${toolChainNote(language.tool)}`, () => {
    testLanguage(language, ['getFluids']);
  });
}
