import type { Handler } from '../handler.ts';

export const handler: Handler = {
  find: (catalogue) => catalogue.brands(),
  notFound: 'There are no brands.',
};
