import type { Handler } from '../lookup/handler.ts';

export const handler: Handler<'listBrands'> = {
  async find(catalogue) {
    const brands = await catalogue.brands();
    return brands.length > 0 ? brands : undefined;
  },
  notFound: 'There are no brands.',
};
