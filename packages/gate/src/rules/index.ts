import type { Rule } from '../comparison/rule.ts';
import {
  assumptionAdded,
  assumptionMoved,
  assumptionReworded,
  assumptionSettled,
  assumptionWithdrawn,
  specifiedChanged,
} from './assumptions.ts';
import { rule as constraintChanged } from './keywords/constraint-changed.ts';
import { rule as defaultChanged } from './keywords/default-changed.ts';
import { rule as deprecated } from './keywords/deprecated.ts';
import { rule as deprecationShortened } from './keywords/deprecation-shortened.ts';
import { rule as headerOptional } from './keywords/header-optional.ts';
import { rule as patternChanged } from './keywords/pattern-changed.ts';
import { rule as quantityChanged } from './keywords/quantity-changed.ts';
import { rule as rangeChanged } from './keywords/range-changed.ts';
import { rule as readOnly } from './keywords/read-only.ts';
import { rule as secretUnmarked } from './keywords/secret-unmarked.ts';
import {
  addressChanged,
  envelopeAdded,
  envelopeRemoved,
  envelopeRenamed,
  operationRemoved,
  operationRenamed,
  schemaRenamed,
  selectorChanged,
} from './selectors.ts';
import { clauseChanged, exampleChanged } from './texts.ts';

/**
 * The rules of this package by code. The order decides: the first rule that rates a change
 * wins, so that `pattern-changed` comes before `range-changed`.
 */
export const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    'address-changed': addressChanged,
    'envelope-added': envelopeAdded,
    'envelope-removed': envelopeRemoved,
    'envelope-renamed': envelopeRenamed,
    'operation-removed': operationRemoved,
    'operation-renamed': operationRenamed,
    'schema-renamed': schemaRenamed,
    'selector-changed': selectorChanged,
    'constraint-changed': constraintChanged,
    'default-changed': defaultChanged,
    deprecated,
    'deprecation-shortened': deprecationShortened,
    'header-optional': headerOptional,
    'pattern-changed': patternChanged,
    'quantity-changed': quantityChanged,
    'range-changed': rangeChanged,
    'read-only': readOnly,
    'secret-unmarked': secretUnmarked,
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
