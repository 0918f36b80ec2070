export { dereference, target } from './dereference.ts';
export { inline, type Place, type Resolve, referenceChain } from './inline.ts';
export { isRecord, isReference, items, member, members } from './node.ts';
export * from './openapi.ts';
export { possibleKinds } from './possible-kinds.ts';
export { onePathPerOperation, trueAddresses } from './projections.ts';
export {
  type MediaPart,
  type OperationPart,
  type ParameterPart,
  type Parts,
  parts,
  type ResponsePart,
} from './read-operations.ts';
export { operationTable, queryParameters, selectorValue, type Wire, wireOperation } from './read-table.ts';
export { type Visited, walk } from './walk.ts';
