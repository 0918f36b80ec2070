export { CannotRateError } from './cannot-rate.ts';
export { type Audience, type Change, type ChangeKind, highest, type Impact } from './comparison/change.ts';
export { compare } from './comparison/compare.ts';
export type { Rule } from './comparison/rule.ts';
export { type LoadedDocument, load } from './document/load.ts';
export { announceBreaks } from './release/announce-breaks.ts';
export { rules } from './rules/index.ts';
