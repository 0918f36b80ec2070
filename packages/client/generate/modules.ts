import type { OperationTable } from '@vehicle-lookup/selectors';
import type { Document } from '@vehicle-lookup/selectors/document';
import { emitContract } from './contract.ts';
import { emitExamples } from './examples.ts';
import { emitMethods } from './methods.ts';
import { emitQueries } from './queries.ts';
import { emitTidy } from './tidy.ts';

/**
 * The generated modules by their path in `src`, without `.gen.ts`. Each generator takes the operation table and the
 * projection with one path per operation.
 */
export const modules: Record<string, (table: OperationTable, document: Document) => string> = {
  'contract/contract': emitContract,
  'raw/queries': emitQueries,
  'tidy/tidy': emitTidy,
  'operations/operations': emitMethods,
  'fakes/examples': emitExamples,
};
