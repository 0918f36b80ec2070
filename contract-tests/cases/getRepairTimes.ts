import type { Check } from '../src/judge/case.ts';

// The schema says what hours look like, and the reply does not say which vehicle it is about.
export const checks: Check[] = [];
