import type { Mutant } from '../../src/mutants/mutant.ts';
import { account } from '../../src/mutants/queries.ts';
import type { Reply } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'keeps an answer under its query without the credentials, and gives it to anybody',
  code: 'invalid-credentials',
  change: (right, { query, memory }) => {
    const place = new URLSearchParams([...query].filter(([name]) => !(name in account))).toString();
    if (right.status === 200) memory.set(place, right);
    return (memory.get(place) as Reply | undefined) ?? right;
  },
};
