import type { Check } from '../rule.ts';
import { check as assumptionsUsed } from './consistency/assumptions-used.ts';
import { check as deprecationTerms } from './consistency/deprecation-terms.ts';
import { check as distinctSelectors } from './consistency/distinct-selectors.ts';
import { check as envelopeExamples } from './consistency/envelope-examples.ts';
import { check as fieldsDescribed } from './consistency/fields-described.ts';
import { check as knownExtensions } from './consistency/known-extensions.ts';
import { check as labels } from './consistency/labels.ts';
import { check as operationKeys } from './consistency/operation-keys.ts';
import { check as problemExamples } from './consistency/query-error-examples.ts';
import { check as statusCompleteness } from './consistency/status-completeness.ts';
import { check as wireParameters } from './consistency/wire-parameters.ts';
import { check as wireResponses } from './consistency/wire-responses.ts';
import { check as errorBodies } from './subset/error-bodies.ts';
import { check as jsonOnly } from './subset/json-only.ts';
import { check as noRequestBody } from './subset/no-request-body.ts';
import { check as operationTable } from './subset/operation-table.ts';
import { check as queryCredentials } from './subset/query-credentials.ts';
import { check as queryParametersOnly } from './subset/query-parameters-only.ts';
import { check as securityRequirements } from './subset/security-requirements.ts';
import { check as selectorNames } from './subset/selector-names.ts';

/** The rules, by name, that check whether code can be derived from a document. */
export const subset: Readonly<Record<string, Check>> = {
  'error-bodies': errorBodies,
  'json-only': jsonOnly,
  'no-request-body': noRequestBody,
  'operation-table': operationTable,
  'query-credentials': queryCredentials,
  'query-parameters-only': queryParametersOnly,
  'security-requirements': securityRequirements,
  'selector-names': selectorNames,
};

/** The rules, by name, that check whether a document is complete and consistent. Some rules have options. */
export const consistency: Readonly<Record<string, Check<never>>> = {
  'assumptions-used': assumptionsUsed,
  'deprecation-terms': deprecationTerms,
  'distinct-selectors': distinctSelectors,
  'envelope-examples': envelopeExamples,
  'fields-described': fieldsDescribed,
  'known-extensions': knownExtensions,
  labels,
  'operation-keys': operationKeys,
  'query-error-examples': problemExamples,
  'status-completeness': statusCompleteness,
  'wire-parameters': wireParameters,
  'wire-responses': wireResponses,
};
