import type { Rule } from '../comparison/rule.ts';
import * as assumptions from './assumptions.ts';
import * as annotations from './contract/annotations.ts';
import * as operations from './contract/operations.ts';
import * as parameters from './contract/parameters.ts';
import * as plain from './contract/plain.ts';
import * as schemas from './contract/schemas.ts';
import * as selectors from './selectors.ts';
import * as texts from './texts.ts';

/** The rules by code, in order of precedence: the first rule that rates a difference applies. */
export const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    'address-changed': selectors.addressChanged,
    'callback-removed': operations.callbackRemoved,
    'path-removed': operations.pathRemoved,
    'path-parameter-renamed': operations.pathParameterRenamed,
    'operation-removed': operations.operationRemoved,
    'operation-renamed': selectors.operationRenamed,
    'operation-id-changed': operations.operationIdChanged,
    'selector-changed': selectors.selectorChanged,
    'secret-unmarked': annotations.secretUnmarked,
    'security-requirement-changed': operations.securityRequirementChanged,
    'security-scheme-changed': operations.securitySchemeChanged,
    'server-removed': operations.serverRemoved,
    'parameter-became-required': parameters.parameterBecameRequired,
    'parameter-removed': parameters.parameterRemoved,
    'parameter-serialization-changed': parameters.parameterSerializationChanged,
    'request-body-became-required': operations.requestBodyBecameRequired,
    'request-body-removed': operations.requestBodyRemoved,
    'media-type-removed': operations.mediaTypeRemoved,
    'envelope-added': selectors.envelopeAdded,
    'envelope-removed': selectors.envelopeRemoved,
    'envelope-renamed': selectors.envelopeRenamed,
    'response-removed': operations.responseRemoved,
    'response-header-removed': operations.responseHeaderRemoved,
    'became-optional': parameters.becameOptional,
    deprecated: annotations.deprecated,
    'default-changed': annotations.defaultChanged,
    'read-only': annotations.readOnly,
    'quantity-changed': annotations.quantityChanged,
    'required-properties-added': schemas.requiredPropertiesAdded,
    'required-properties-removed': schemas.requiredPropertiesRemoved,
    'enum-values-removed': schemas.enumValuesRemoved,
    'enum-values-added': schemas.enumValuesAdded,
    'schema-type-changed': schemas.schemaTypeChanged,
    'property-removed': schemas.propertyRemoved,
    'schema-combinator-changed': schemas.schemaCombinatorChanged,
    'pattern-changed': schemas.patternChanged,
    'range-changed': schemas.rangeChanged,
    'text-changed': plain.textChanged,
    'constraint-changed': schemas.constraintChanged,
    added: plain.added,
    changed: plain.changed,
    'deprecation-shortened': annotations.deprecationShortened,
    'schema-renamed': selectors.schemaRenamed,
    'assumption-added': assumptions.assumptionAdded,
    'assumption-moved': assumptions.assumptionMoved,
    'assumption-reworded': assumptions.assumptionReworded,
    'assumption-settled': assumptions.assumptionSettled,
    'assumption-withdrawn': assumptions.assumptionWithdrawn,
    'specified-changed': assumptions.specifiedChanged,
    'clause-changed': texts.clauseChanged,
    'example-changed': texts.exampleChanged,
  }),
);
