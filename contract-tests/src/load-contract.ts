import { type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { loadProbes, type Probes, probeRequests, probesDirectory } from './judge/assumptions/load-probes.ts';
import { loadValueRules, type OperationRules, valueRulesDirectory } from './judge/value-rule.ts';
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
 * Reads the document, and loads the value rules and probes of this package.
 * @throws RunError when the document, the table and the value rules do not fit
 */
export async function loadContract(document: Document, table: OperationTable): Promise<LoadedContract> {
  const assumptions = readAssumptions(document);
  const operations = contractOperations(document, table);
  const [valueRules, probes] = await Promise.all([
    loadValueRules(
      valueRulesDirectory,
      table.operations.map(({ id }) => id),
    ),
    loadProbes(probesDirectory, assumptions),
  ]);
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
