import { createRequire } from 'node:module';
import { child, type Document, type DocumentedOperation, readOperations } from '@vehicle-lookup/openapi';
import { basesOf } from '@vehicle-lookup/openapi/provenance';
import type { Basis, OperationEntry, OperationTable } from '@vehicle-lookup/openapi/selectors';
import { RunError } from '../run-error.ts';

/** The document that this suite verifies, bundled. */
export const contractDocument = (): Document =>
  createRequire(import.meta.url)('@vehicle-lookup/spec/openapi.json') as Document;

/** What the document says of one operation, as far as requests are made from it. */
export interface ContractOperation {
  entry: OperationEntry;
  /** The documented value of parameters, as text. */
  values: Record<string, string>;
  /** Declared status → names of its examples. */
  examples: Record<string, string[]>;
  /** Declared status → the bodies of its examples. */
  bodies: Record<string, unknown[]>;
  /** The clause that says what it returns. */
  statedBy: Basis;
  /** What its response with a status rests on. */
  restsOf: (status: string) => Basis;
}

/**
 * Reads the operations of a document in the table's order.
 * @throws RunError when the document and the table do not fit
 */
export function contractOperations(document: Document, table: OperationTable): ContractOperation[] {
  const rests = restsOfResponses(document);
  const clauseOf = clauseOfOperation(document);
  const operations = new Map(readOperations(document).map((operation) => [operation.id, operation]));
  return table.operations.map((entry) => {
    const operation = operations.get(entry.id);
    if (!operation) throw new RunError(`the document has no operation ${entry.id}; build it again`);
    const documented = operation.parameters.filter(
      ({ name, example }) => name in entry.parameters && example !== undefined,
    );
    const examples = operation.responses.map(({ status, media }) => [
      status,
      media.flatMap((entry) => entry.examples.map(({ name }) => name)),
    ]);
    return {
      entry,
      values: Object.fromEntries(documented.map(({ name, example }) => [name, String(example)])),
      examples: Object.fromEntries(examples),
      bodies: Object.fromEntries(
        operation.responses.map(({ status, media }) => [
          status,
          media.flatMap((entry) => entry.examples.map(({ value }) => value)),
        ]),
      ),
      statedBy: clauseOf(operation),
      restsOf: rests(operation),
    };
  });
}

/** Reads the clause that states an operation. */
function clauseOfOperation(document: Document): (operation: DocumentedOperation) => Basis {
  const basisOf = basesOf(document);
  return ({ at }) => {
    const [clause] = basisOf(at.reduce<string>(child, ''))?.clauses ?? [];
    return clause === undefined ? {} : { clause };
  };
}

/** Reads what the declared responses of an operation rest on, by status. */
function restsOfResponses(document: Document): (operation: DocumentedOperation) => (status: string) => Basis {
  const basisOf = basesOf(document);
  return ({ at }) =>
    (status) => {
      const owner = basisOf([...at, 'responses', status].reduce<string>(child, ''));
      const [[assumption], [clause]] = [owner?.assumptions ?? [], owner?.clauses ?? []];
      if (assumption !== undefined) return { assumption };
      return clause === undefined ? {} : { clause };
    };
}
