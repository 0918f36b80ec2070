export type { Issue, Period, Quantity } from './read.ts';
export type { Tidied, Tidier } from './tidier.ts';
export * from './tidy.gen.ts';
