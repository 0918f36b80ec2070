import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'prints a warning of its language before the body',
  operations: ['getOemParts'],
  code: 'not-json',
  change: text(
    (json) => `<br />\n<b>Notice</b>: Undefined index: shortname in <b>parts.php</b> on line <b>81</b><br />\n${json}`,
  ),
};
