import { explanations } from '../report/explain.ts';

/** Every code that a finding may carry. */
export const codes = (): string[] => explanations().map(({ code }) => code);
