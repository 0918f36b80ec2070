import { type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { probes as writtenProbes } from '../probes/index.ts';
import { valueRules as writtenRules } from '../value-rules.ts';
import { type Probes, probeRequests, probesOf } from './judge/assumptions/load-probes.ts';
import { type OperationRules, valueRulesOf } from './judge/value-rule.ts';
import type { VerifiedContract } from './plan/contract.ts';
import { contractOperations } from './plan/document.ts';
import { orderOf } from './plan/order.ts';

/** A contract, and what this package knows of it beyond the document. */
export interface LoadedContract {
  contract: VerifiedContract;
  /** By operation. */
  valueRules: ReadonlyMap<string, OperationRules>;
  probes: Probes;
}

/**
 * Reads the document, with the value rules and probes of this package.
 * @throws RunError when the document, the table and the value rules do not fit
 */
export function loadContract(document: Document, table: OperationTable): LoadedContract {
  const assumptions = readAssumptions(document);
  const operations = contractOperations(document, table);
  const ids = table.operations.map(({ id }) => id);
  const valueRules = valueRulesOf(ids, writtenRules);
  const probes = probesOf(assumptions, writtenProbes);
  const yields = new Map([...valueRules].map(([id, rules]) => [id, rules.yields ?? {}]));
  const contract: VerifiedContract = {
    document,
    title: String(document.info?.title),
    version: String(document.info?.version),
    table,
    assumptions,
    clauses: readClauses(document),
    operations,
    order: orderOf(operations, yields),
    probeRequests: probeRequests(probes, operations),
  };
  return { contract, valueRules, probes };
}
