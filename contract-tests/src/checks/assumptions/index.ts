import type { Assumption } from '@vehicle-lookup/openapi';
import { oncePer } from '../../once-per.ts';
import { type AssumptionCheck, type AssumptionChecks, checksOf } from '../assumption-check.ts';
import { allowance } from './allowance.ts';
import { errors } from './errors.ts';
import { http } from './http.ts';
import { requests } from './requests.ts';
import { responses } from './responses.ts';

/** How each assumption shows on a live service. An assumption that is not listed is judged by rejections, or cannot be observed. */
export const assumptionChecks: readonly AssumptionCheck[] = [
  ...responses,
  ...requests,
  ...errors,
  ...http,
  ...allowance,
];

/** The checks of the assumptions that a document has, by id. @param assumptions of one document, always the same object */
export const assumptionChecksOf: (assumptions: ReadonlyMap<string, Assumption>) => AssumptionChecks = oncePer(
  (assumptions) => checksOf(assumptions, assumptionChecks),
);
