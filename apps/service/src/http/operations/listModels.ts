import type { Handler } from '../lookup/handler.ts';

export const handler: Handler<'listModels'> = {
  find: (catalogue, { brand }) => catalogue.models(brand),
  notFound: 'No such brand.',
};
