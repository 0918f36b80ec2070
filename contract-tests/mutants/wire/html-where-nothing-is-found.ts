import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers 404 with the page of its web server',
  code: 'content-type',
  change: instead([404], (right) => ({
    ...right,
    headers: { 'content-type': 'text/html' },
    body: '<html><head><title>404 Not Found</title></head></html>',
  })),
};
