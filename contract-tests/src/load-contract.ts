import { type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { probeRequests } from './checks/assumption-check.ts';
import { assumptionChecksOf } from './checks/assumptions/index.ts';
import { yields as writtenYields } from './checks/values/index.ts';
import { oncePer } from './once-per.ts';
import type { VerifiedContract } from './plan/contract.ts';
import { contractOperations } from './plan/document.ts';
import { orderOf } from './plan/order.ts';

/**
 * Reads the document and the requests of its assumption checks.
 * @throws RunError if the document and the table do not match
 */
export const loadContract = (document: Document, table: OperationTable): VerifiedContract => loaded(document)(table);

const loaded = oncePer((document: Document) => oncePer((table: OperationTable) => load(document, table)));

function load(document: Document, table: OperationTable): VerifiedContract {
  const assumptions = readAssumptions(document);
  const operations = contractOperations(document, table);
  const yields = new Map(Object.entries(writtenYields));
  return {
    document,
    title: String(document.info?.title),
    version: String(document.info?.version),
    table,
    assumptions,
    clauses: readClauses(document),
    operations,
    order: orderOf(operations, yields),
    yields,
    probeRequests: probeRequests(assumptionChecksOf(assumptions), operations),
  };
}
