import type { AssumptionProbe } from '../src/judge/assumptions/assumption-probe.ts';
import { probe as charging } from './allowance/charging.ts';
import { probe as retryAfter } from './allowance/retry-after.ts';
import { probe as errorBody } from './errors/error-body.ts';
import { probe as planRestriction } from './errors/plan-restriction.ts';
import { probe as precedence } from './errors/precedence.ts';
import { probe as wwwAuthenticate } from './errors/www-authenticate.ts';
import { probe as head } from './http/head.ts';
import { probe as options } from './http/options.ts';
import { probe as trailingSlash } from './http/trailing-slash.ts';
import { probe as additionalFields } from './replies/additional-fields.ts';
import { probe as decimalText } from './replies/decimal-text.ts';
import { probe as emptyValues } from './replies/empty-values.ts';
import { probe as envelopes } from './replies/envelopes.ts';
import { probe as fieldsPresent } from './replies/fields-present.ts';
import { probe as firstMatch } from './replies/first-match.ts';
import { probe as noEntries } from './replies/no-entries.ts';
import { probe as simplifiedVehicle } from './replies/simplified-vehicle.ts';
import { probe as slugForm } from './replies/slug-form.ts';
import { probe as timestamp } from './replies/timestamp.ts';
import { probe as typeYearsOpen } from './replies/type-years-open.ts';
import { probe as checkDigit } from './requests/check-digit.ts';
import { probe as defaultOperation } from './requests/default-operation.ts';
import { probe as nameMatching } from './requests/name-matching.ts';
import { probe as partialVin } from './requests/partial-vin.ts';
import { probe as unknownParameter } from './requests/unknown-parameter.ts';

/** By the id of the assumption. */
export const probes: Readonly<Record<string, AssumptionProbe>> = {
  charging,
  'retry-after': retryAfter,
  'error-body': errorBody,
  'plan-restriction': planRestriction,
  precedence,
  'www-authenticate': wwwAuthenticate,
  head,
  options,
  'trailing-slash': trailingSlash,
  'additional-fields': additionalFields,
  'decimal-text': decimalText,
  'empty-values': emptyValues,
  envelopes,
  'fields-present': fieldsPresent,
  'first-match': firstMatch,
  'no-entries': noEntries,
  'simplified-vehicle': simplifiedVehicle,
  'slug-form': slugForm,
  timestamp,
  'type-years-open': typeYearsOpen,
  'check-digit': checkDigit,
  'default-operation': defaultOperation,
  'name-matching': nameMatching,
  'partial-vin': partialVin,
  'unknown-parameter': unknownParameter,
};
