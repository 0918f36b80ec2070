import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'counts characters for Content-Length where bytes are meant',
  operations: ['listBrands'],
  code: 'not-json',
  change: where(
    ({ status }) => status === 200,
    (right) => {
      const json = JSON.stringify(right.body);
      return {
        ...right,
        headers: { ...right.headers, connection: 'close', 'content-length': String(json.length) },
        body: json,
      };
    },
  ),
};
