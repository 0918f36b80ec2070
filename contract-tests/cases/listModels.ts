import type { Check } from '../src/judge/case.ts';
import type { Yields } from '../src/plan/order.ts';
import { distinct } from './shared/distinct.ts';

export const yields: Yields = { model: '/data/*/slug' };

// Brands and models are entries of the same form.
export const differsFrom: readonly string[] = ['listBrands'];

// "Brand and model entries": the slug is an identifier.
export const checks: Check[] = [distinct('slug', 'catalogue-entry.fields')];
