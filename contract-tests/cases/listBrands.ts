import type { Check } from '../src/case.ts';
import { distinct } from './shared/distinct.ts';

// "Brand and model entries": the slug is an identifier.
export const checks: Check[] = [distinct('slug')];
