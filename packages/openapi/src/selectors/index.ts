export { readBaseAddress } from './base-url.ts';
export { errorBody } from './error-body.ts';
export { checkParameter, type ParameterCheck } from './parameter.ts';
export type { Problem } from './query-error.ts';
export { joinWords } from './query-error.ts';
export { PROBLEM_KINDS, type ProblemKind } from './query-error-kinds.ts';
export type { Query } from './resolve.ts';
export { type Resolution, resolve } from './resolve.ts';
export { sameSelectors, selectedOperation } from './selected-operation.ts';
export type {
  Constraints,
  Json,
  OperationEntry,
  OperationTable,
  ParameterOwners,
  ParameterRule,
  RequestOwners,
} from './table.ts';
export { type Owner, ownerText } from './table.ts';
export { toWire } from './to-wire.ts';
