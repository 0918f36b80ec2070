import { operationTable } from '@vehicle-lookup/contract';
import { headers, instead, remove, set, success, text } from '../changes.ts';
import type { ResponseChange } from '../service.ts';
import type { SingleFault } from './single-faults.ts';

interface Kind {
  kind: string;
  says: string;
  /** The clause that it breaks: one, or that of the operation. */
  clause: string | ((operation: string) => string);
  change: ResponseChange;
}

const KINDS: readonly Kind[] = [
  {
    kind: 'status 201',
    says: 'answers a valid request with 201',
    clause: 'errors.200',
    change: instead([200], (correct) => ({ ...correct, status: 201 })),
  },
  {
    kind: 'text/html',
    says: 'calls its JSON a page',
    clause: 'endpoints.json',
    change: headers((_, { status }) => (status === 200 ? { 'content-type': 'text/html' } : {})),
  },
  {
    kind: 'cut JSON',
    says: 'sends a body that breaks off',
    clause: 'endpoints.json',
    change: text((json) => json.slice(0, -2)),
  },
  { kind: 'no data', says: 'leaves out data', clause: 'envelope.data', change: remove('/data') },
  { kind: 'text for true', says: 'sends success as text', clause: 'envelope.success', change: set('/success', 'true') },
  {
    kind: 'other payload',
    says: 'sends a list where one record belongs, or one record for a list',
    clause: (operation) => `endpoints.${operation}`,
    change: success((body) => ({ ...body, data: Array.isArray(body.data) ? body.data[0] : [body.data] })),
  },
];

/** Every kind of fault that a success shows, in every operation alone. */
export const successFaults: readonly SingleFault[] = KINDS.flatMap(({ clause, ...kind }) =>
  operationTable.operations.map(({ id }) => ({
    ...kind,
    name: `${kind.kind} in ${id}`,
    shownBy: 'success' as const,
    clause: typeof clause === 'string' ? clause : clause(id),
    operation: id,
    operations: [id],
    request: /^GET /,
  })),
);
