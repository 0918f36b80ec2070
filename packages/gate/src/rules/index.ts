import type { Rule } from '../comparison/rule.ts';
import {
  assumptionAdded,
  assumptionMoved,
  assumptionReworded,
  assumptionSettled,
  assumptionWithdrawn,
  specifiedChanged,
} from './assumptions.ts';
import {
  callbackRemoved,
  mediaTypeRemoved,
  operationIdChanged,
  operationRemoved,
  pathParameterRenamed,
  pathRemoved,
  requestBodyBecameRequired,
  requestBodyRemoved,
  responseHeaderRemoved,
  responseRemoved,
  securityRequirementChanged,
  securitySchemeChanged,
  serverRemoved,
} from './contract/operations.ts';
import {
  becameOptional,
  parameterBecameRequired,
  parameterRemoved,
  parameterSerializationChanged,
} from './contract/parameters.ts';
import { added, changed, textChanged } from './contract/plain.ts';
import {
  constraintChanged,
  enumValuesAdded,
  enumValuesRemoved,
  patternChanged,
  propertyRemoved,
  rangeChanged,
  requiredPropertiesAdded,
  requiredPropertiesRemoved,
  schemaCombinatorChanged,
  schemaTypeChanged,
} from './contract/schemas.ts';
import { rule as defaultChanged } from './keywords/default-changed.ts';
import { rule as deprecated } from './keywords/deprecated.ts';
import { rule as deprecationShortened } from './keywords/deprecation-shortened.ts';
import { rule as quantityChanged } from './keywords/quantity-changed.ts';
import { rule as readOnly } from './keywords/read-only.ts';
import { rule as secretUnmarked } from './keywords/secret-unmarked.ts';
import {
  addressChanged,
  envelopeAdded,
  envelopeRemoved,
  envelopeRenamed,
  operationRenamed,
  schemaRenamed,
  selectorChanged,
} from './selectors.ts';
import { clauseChanged, exampleChanged } from './texts.ts';

/** The rules by code. The order decides: the first rule that rates a difference wins. */
export const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    'address-changed': addressChanged,
    'callback-removed': callbackRemoved,
    'path-removed': pathRemoved,
    'path-parameter-renamed': pathParameterRenamed,
    'operation-removed': operationRemoved,
    'operation-renamed': operationRenamed,
    'operation-id-changed': operationIdChanged,
    'selector-changed': selectorChanged,
    'secret-unmarked': secretUnmarked,
    'security-requirement-changed': securityRequirementChanged,
    'security-scheme-changed': securitySchemeChanged,
    'server-removed': serverRemoved,
    'parameter-became-required': parameterBecameRequired,
    'parameter-removed': parameterRemoved,
    'parameter-serialization-changed': parameterSerializationChanged,
    'request-body-became-required': requestBodyBecameRequired,
    'request-body-removed': requestBodyRemoved,
    'media-type-removed': mediaTypeRemoved,
    'envelope-added': envelopeAdded,
    'envelope-removed': envelopeRemoved,
    'envelope-renamed': envelopeRenamed,
    'response-removed': responseRemoved,
    'response-header-removed': responseHeaderRemoved,
    'became-optional': becameOptional,
    deprecated,
    'default-changed': defaultChanged,
    'read-only': readOnly,
    'quantity-changed': quantityChanged,
    'required-properties-added': requiredPropertiesAdded,
    'required-properties-removed': requiredPropertiesRemoved,
    'enum-values-removed': enumValuesRemoved,
    'enum-values-added': enumValuesAdded,
    'schema-type-changed': schemaTypeChanged,
    'property-removed': propertyRemoved,
    'schema-combinator-changed': schemaCombinatorChanged,
    'pattern-changed': patternChanged,
    'range-changed': rangeChanged,
    'text-changed': textChanged,
    'constraint-changed': constraintChanged,
    added,
    changed,
    'deprecation-shortened': deprecationShortened,
    'schema-renamed': schemaRenamed,
    'assumption-added': assumptionAdded,
    'assumption-moved': assumptionMoved,
    'assumption-reworded': assumptionReworded,
    'assumption-settled': assumptionSettled,
    'assumption-withdrawn': assumptionWithdrawn,
    'specified-changed': specifiedChanged,
    'clause-changed': clauseChanged,
    'example-changed': exampleChanged,
  }),
);
