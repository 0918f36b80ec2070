import type { Check } from '../src/judge/case.ts';

// Groups and parts are free text, and the reply does not say which vehicle it is about: the schema says all there is.
export const checks: Check[] = [];
