import type { Handler } from '../lookup/handler.ts';

export const handler: Handler<'listVariants'> = {
  find: (catalogue, { brand, model }) => catalogue.variants(brand, model),
  notFound: 'No such brand, or the brand has no such model.',
};
