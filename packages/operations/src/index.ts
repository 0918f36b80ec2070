export { readBaseAddress } from './base-address.ts';
export { errorBody } from './error-body.ts';
export { checkParameter, type ParameterCheck } from './parameter.ts';
export type { Problem, ProblemKind } from './problem.ts';
export type { Query } from './query.ts';
export { type Resolution, resolveOperation } from './resolve.ts';
export { maskSecrets, maskSecretsInJson, secretsOf } from './secrets.ts';
export {
  type OperationEntry,
  type OperationId,
  type OperationTable,
  operationTable,
  type ParameterRule,
} from './table.gen.ts';
