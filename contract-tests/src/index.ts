export type { Finding, FindingCode } from './finding.ts';
export type { Target } from './plan/plan.ts';
export type { Cell, CellState, Report } from './report.ts';
export { RunError } from './run-error.ts';
export { type VerifyOptions, verifyContract } from './verify.ts';
