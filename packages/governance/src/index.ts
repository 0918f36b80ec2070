export { type Audience, type Change, highest, type Impact, type Kind } from './comparison/change.ts';
export { compare } from './comparison/compare.ts';
export type { Rule } from './comparison/rule.ts';
export { type LoadedDocument, load } from './document/load.ts';
export { NoVerdictError } from './no-verdict.ts';
export { loadRules } from './rules/index.ts';
