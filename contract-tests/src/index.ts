export { countCells, countFindings } from './counts.ts';
export type { Data } from './data.ts';
export type { Recorded } from './exchange.ts';
export { type Explanation, explain, explanations } from './explain.ts';
export type { Finding, FindingLevel } from './finding.ts';
export type { Profile, Target } from './plan/profile.ts';
export type * from './report.ts';
export { BudgetError, RunError } from './run-error.ts';
export { planContract, type VerifyOptions, verifyContract } from './verify.ts';
