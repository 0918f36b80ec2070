import type { AssumptionProbe } from '../src/judge/assumptions/assumption-probe.ts';
import { probes as allowance } from './allowance.ts';
import { probes as errors } from './errors.ts';
import { probes as http } from './http.ts';
import { probes as requests } from './requests.ts';
import { probes as responses } from './responses.ts';

/** By the id of the assumption. */
export const probes: Readonly<Record<string, AssumptionProbe>> = {
  ...allowance,
  ...errors,
  ...http,
  ...responses,
  ...requests,
};
