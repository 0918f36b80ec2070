import type { Handler } from '../lookup/handler.ts';

export const handler: Handler = {
  find: (catalogue, { brand = '' }) => catalogue.models(brand),
  notFound: 'No such brand.',
};
