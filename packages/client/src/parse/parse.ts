export type { Issue, Period, Quantity } from './read.ts';
export type { Parsed, Parser } from './parser.ts';
export * from './parse.gen.ts';
