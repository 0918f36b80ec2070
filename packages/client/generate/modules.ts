import { emitContract } from './contract.ts';
import { emitExamples } from './examples.ts';
import { emitMethods } from './methods.ts';
import type { ClientModel } from './operations.ts';
import { emitQueries } from './queries.ts';
import { emitReadable } from './readable.ts';
import { emitTidy } from './tidy.ts';

/** The generators by the path of their module in `src`, without `.gen.ts`. */
export const modules: Record<string, (model: ClientModel) => string> = {
  'contract/contract': emitContract,
  'client/queries': emitQueries,
  'tidy/tidy': emitTidy,
  'operations/operations': emitMethods,
  'readable/readable': emitReadable,
  'fakes/examples': emitExamples,
};
