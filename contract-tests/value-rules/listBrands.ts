import { distinct, type ValueRule } from '../src/judge/value-rule.ts';
import type { Yields } from '../src/plan/order.ts';

export const yields: Yields = { brand: 'slug' };

// "Brand and model entries": the slug is an identifier.
export const rules: ValueRule[] = [distinct('slug', 'catalogue-entry.fields')];
