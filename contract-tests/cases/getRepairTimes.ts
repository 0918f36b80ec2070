import type { Check } from '../src/case.ts';

// The schema says what hours look like, and the answer does not say which vehicle it is about.
export const checks: Check[] = [];
