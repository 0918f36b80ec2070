import type { Check } from '../src/judge/case.ts';
import type { Yields } from '../src/plan/order.ts';
import { distinct } from './shared/distinct.ts';

export const yields: Yields = { brand: '/data/*/slug' };

// "Brand and model entries": the slug is an identifier.
export const checks: Check[] = [distinct('slug', 'catalogue-entry.fields')];
