import type { OperationTable } from '@vehicle-lookup/selectors';
import type { Document } from '@vehicle-lookup/selectors/document';
import { emitContract } from './contract.ts';
import { emitExamples } from './examples.ts';
import { emitMethods } from './methods.ts';
import { emitSelectors, emitWire } from './selectors.ts';
import { emitTidy } from './tidy.ts';

/**
 * What the client knows of the document, by the name of its module: constants, wire types, types of queries, tidy values,
 * methods, examples. Each takes the operation table and the projection with one path per operation.
 */
export const modules: Record<string, (table: OperationTable, document: Document) => string> = {
  contract: emitContract,
  wire: emitWire,
  selectors: emitSelectors,
  tidy: emitTidy,
  operations: emitMethods,
  examples: emitExamples,
};
