export { readBaseUrl } from './base-url.ts';
export { checkParameter, type ParameterCheck } from './parameter.ts';
export type { QueryError } from './query-error.ts';
export { joinWords } from './query-error.ts';
export type { Query } from './resolve.ts';
export { type Resolution, resolve } from './resolve.ts';
export { sameSelectors, selectedOperation } from './selected-operation.ts';
export * from './table.ts';
export { toWire } from './to-wire.ts';
