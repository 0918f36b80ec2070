export * from './parse.gen.ts';
export type { Parsed, Parser } from './parser.ts';
export type { Issue, Period, Quantity } from './read.ts';
