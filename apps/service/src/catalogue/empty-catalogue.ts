import type { Catalogue } from './catalogue.ts';

/** What answers in a data folder without a catalogue: it knows nothing. */
export const emptyCatalogue: Catalogue = {
  version: undefined,
  async *matches() {},
  firstMatch: async () => undefined,
  vehicle: async () => undefined,
  fluids: async () => undefined,
  oemParts: async () => undefined,
  repairTimes: async () => undefined,
  brands: async () => [],
  models: async () => undefined,
  variants: async () => undefined,
  engines: async () => undefined,
  close: () => {},
};
