import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { account, setAll } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'looks at the parameters before the credentials',
  code: 'precedence',
  change: instead([401], (right, { query, rightTo }) => {
    const other = rightTo((own) => {
      setAll(own, account);
    });
    return other.status === 400 && query.has('user') && query.has('key') ? other : right;
  }),
};
