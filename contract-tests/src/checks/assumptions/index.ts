import type { Assumption } from '@vehicle-lookup/openapi';
import { oncePer } from '../../once-per.ts';
import { type AssumptionCheck, type AssumptionChecks, checksOf } from '../assumption-check.ts';
import { allowance } from './allowance.ts';
import { errors } from './errors.ts';
import { http } from './http.ts';
import { requests } from './requests.ts';
import { responses } from './responses.ts';

/** Checks of assumptions against a live service. Assumptions not listed here are judged by rejections or cannot be observed. */
export const assumptionChecks: readonly AssumptionCheck[] = [
  ...responses,
  ...requests,
  ...errors,
  ...http,
  ...allowance,
];

/** Returns the checks of a document's assumptions, by id. @param assumptions always the same object for a document */
export const assumptionChecksOf: (assumptions: ReadonlyMap<string, Assumption>) => AssumptionChecks = oncePer(
  (assumptions) => checksOf(assumptions, assumptionChecks),
);
