export { readBaseAddress } from './base-address.ts';
export { errorBody } from './error-body.ts';
export { checkParameter, type ParameterCheck } from './parameter.ts';
export type { Problem } from './problem.ts';
export { joinWords } from './problem.ts';
export { PROBLEM_KINDS, type ProblemKind } from './problem-kinds.ts';
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
