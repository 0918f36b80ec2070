import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { example } from '../../src/mutants/right-service.ts';

const brands = example('listBrands');

export const mutant: Mutant = {
  says: 'takes brands for models wherever models are asked for',
  operations: ['listModels', 'listVariants'],
  code: 'selector-ignored',
  change: (right, asked) => {
    const { operation, query, rightTo } = asked;
    if (operation === 'listModels') return success((body) => ({ ...body, data: brands.data }))(right, asked);
    const isBrand = brands.data.some(({ slug }: { slug: string }) => slug === query.get('model'));
    return isBrand ? rightTo((other) => other.set('model', 'golf-vi')) : right;
  },
};
