import { instead } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';
import { foreignIn, keepSelector, selectorsIn, unknownIn } from '../../src/mutants/queries.ts';

export const variant: Variant = {
  says: 'reads over what the specification does not mention',
  reports: [
    'unknown-parameter',
    'foreign-parameter',
    'repeated-parameter',
    'several-selectors',
    'selector-value',
    'vin-case',
    'carId-positive',
  ],
  change: instead([400], (_, { rightTo }) => rightTo(lenient)),
};

function lenient(query: URLSearchParams): void {
  for (const name of new Set(query.keys())) query.set(name, (query.getAll(name).at(-1) ?? '').trim());
  const [first] = selectorsIn(query);
  keepSelector(query, first);
  if (first !== undefined) query.set(first, '1');
  for (const name of [...unknownIn(query), ...foreignIn(query)]) query.delete(name);
  if (query.has('vin')) query.set('vin', query.get('vin')?.toUpperCase() ?? '');
  if (Number(query.get('carId')) > 0) query.set('carId', String(Number(query.get('carId'))));
}
