import type { OperationTable } from '@vehicle-lookup/operations';
import type { DocumentedOperation } from '../document.ts';
import type { Probe } from '../probe.ts';
import { goodQuery, replaced } from './good-query.ts';
import { unknownValue } from './values.ts';
import { invalidCredentials, missingCredentials } from './wrong-credentials.ts';
import { wrongRequests } from './wrong-requests.ts';

/** What a run speaks to: a mock answers any declared response when asked by `Prefer`, a service only by its input. */
export type Target = 'mock' | 'service';

/**
 * Plans the requests of a run, operation by operation.
 * @param operations every operation of the table, in its order
 */
export function plan(table: OperationTable, operations: readonly DocumentedOperation[], target: Target): Probe[] {
  return operations.flatMap((operation, index) => {
    const asked =
      target === 'mock'
        ? preferred(operation)
        : [...unknownInput(operation), ...refused(table, operation, index === 0)];
    return [
      ...success(operation),
      ...asked,
      ...badRequests(table, operations, operation),
      ...unauthorized(table, operation),
    ];
  });
}

const success = (operation: DocumentedOperation): Probe[] =>
  declared(operation, '200', [
    { operation: operation.entry.id, status: '200', why: 'documented example', query: goodQuery(operation) },
  ]);

const declared = ({ entry }: DocumentedOperation, status: string, probes: Probe[]): Probe[] =>
  entry.statuses.includes(status) ? probes : [];

/** Every named example of every status; a status without a named example is asked for by its code. */
function preferred(operation: DocumentedOperation): Probe[] {
  const { id, statuses } = operation.entry;
  const query = goodQuery(operation);
  return statuses.flatMap((status) => {
    const names = operation.examples[status] ?? [];
    const ask = (example?: string): Probe => ({
      operation: id,
      status,
      ...(status === '200' && example !== undefined ? { envelope: example } : {}),
      why: example ?? `status ${status}`,
      query,
      prefer: `code=${status}${example === undefined ? '' : `, example=${example}`}`,
    });
    return names.length > 0 ? names.map(ask) : /^\d+$/.test(status) ? [ask()] : [];
  });
}

/** One parameter at a time with a value that cannot exist. */
function unknownInput(operation: DocumentedOperation): Probe[] {
  const { id, parameters } = operation.entry;
  const query = goodQuery(operation);
  const probes = Object.entries(parameters).flatMap(([name, rule]): Probe[] => {
    const value = rule.required ? unknownValue(rule, operation.values[name] ?? '') : undefined;
    return value === undefined
      ? []
      : [{ operation: id, status: '404', why: `unknown ${name}`, query: replaced(query, name, value) }];
  });
  return declared(operation, '404', probes);
}

function badRequests(
  table: OperationTable,
  operations: readonly DocumentedOperation[],
  operation: DocumentedOperation,
): Probe[] {
  const probes = wrongRequests(table, operations, operation).map(
    ({ kind, query }): Probe => ({ operation: operation.entry.id, status: '400', why: kind, query }),
  );
  return declared(operation, '400', probes);
}

const unauthorized = (table: OperationTable, operation: DocumentedOperation): Probe[] =>
  withCredentials(operation, missingCredentials(table));

/** A mock knows no account: only a service can refuse credentials that are there. */
const refused = (table: OperationTable, operation: DocumentedOperation, one: boolean): Probe[] =>
  withCredentials(operation, invalidCredentials(table, one));

function withCredentials(operation: DocumentedOperation, wrong: ReturnType<typeof missingCredentials>): Probe[] {
  const query = goodQuery(operation);
  const probes = wrong.map(
    ({ kind, faults }): Probe => ({ operation: operation.entry.id, status: '401', why: kind, query, faults }),
  );
  return declared(operation, '401', probes);
}
