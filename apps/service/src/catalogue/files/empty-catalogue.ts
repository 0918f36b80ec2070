import type { Catalogue } from '../catalogue.ts';

/** The catalogue of a data directory without one: it finds nothing. */
export const emptyCatalogue: Catalogue = {
  version: undefined,
  async *matches() {},
  firstMatch: async () => undefined,
  vehicle: async () => undefined,
  list: async () => undefined,
  brands: async () => [],
  models: async () => undefined,
  variants: async () => undefined,
  async *engines() {},
  close: async () => {},
};
