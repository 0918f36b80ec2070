import { createRequire } from 'node:module';
import { child, type Document, readOperations } from '@vehicle-lookup/openapi';
import { basesOf } from '@vehicle-lookup/openapi/provenance';
import type { Basis, OperationEntry, OperationTable } from '@vehicle-lookup/openapi/selectors';
import { defined } from '../defined.ts';
import { RunError } from '../run-error.ts';

const require = createRequire(import.meta.url);

let read: Document | undefined;

/** Returns the bundled document that this suite verifies, with its clause index. The object is always the same. */
export function contractDocument(): Document {
  read ??= {
    ...(require('@vehicle-lookup/spec/openapi.json') as Document),
    'x-clauses': require('@vehicle-lookup/spec/clauses.json') ?? undefined,
  };
  return read;
}

/** The parts of a documented operation that requests are generated from. */
export interface ContractOperation {
  entry: OperationEntry;
  /** The documented parameter values, as strings. */
  values: Record<string, string>;
  /** Declared status → names of its examples. */
  examples: Record<string, string[]>;
  /** Declared status → the bodies of its examples. */
  bodies: Record<string, unknown[]>;
  /** The clause that states the operation's response. */
  statedBy: Basis;
  /** Returns the basis of the response with a status. */
  restsOf: (status: string) => Basis;
}

/**
 * Reads the operations of a document in the table's order.
 * @throws RunError if the document and the table do not match
 */
export function contractOperations(document: Document, table: OperationTable): ContractOperation[] {
  const basisOf = basesOf(document);
  const basesAt = (at: readonly (string | number)[]) => {
    const found = basisOf(at.reduce<string>(child, ''));
    return { clause: found?.clauses[0], assumption: found?.assumptions[0] };
  };
  const operations = new Map(readOperations(document).map((operation) => [operation.id, operation]));
  return table.operations.map((entry) => {
    const operation = operations.get(entry.id);
    if (!operation) throw new RunError(`the document has no operation ${entry.id}; rebuild the document`);
    const { parameters, responses, at } = operation;
    const documented = parameters.filter(({ name, example }) => name in entry.parameters && example !== undefined);
    const examplesBy = <T>(member: (example: { name: string; value: unknown }) => T): Record<string, T[]> =>
      Object.fromEntries(
        responses.map(({ status, media }) => [status, media.flatMap(({ examples }) => examples.map(member))]),
      );
    return {
      entry,
      values: Object.fromEntries(documented.map(({ name, example }) => [name, String(example)])),
      examples: examplesBy(({ name }) => name),
      bodies: examplesBy(({ value }) => value),
      statedBy: defined({ clause: basesAt(at).clause }),
      restsOf: (status) => {
        const { clause, assumption } = basesAt([...at, 'responses', status]);
        return assumption === undefined ? defined({ clause }) : { assumption };
      },
    };
  });
}
