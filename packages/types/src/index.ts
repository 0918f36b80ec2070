export type * from './types.gen.ts';
