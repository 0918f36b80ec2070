import { operationTable } from '@vehicle-lookup/contract';
import { accept, headers, instead, lenient, remove, set, success, text } from '../changes.ts';
import { documented } from '../correct-service.ts';
import type { ResponseChange, ServiceDifference } from '../service.ts';

/** A fault that affects only one operation. */
export interface SingleFault extends ServiceDifference {
  name: string;
  kind: string;
  /** Whether every success of the operation shows it, or only a request that is made for it. */
  shownBy: 'success' | 'request';
  operation: string;
  /** The clause that it breaks. */
  clause: string;
  /** What the finding says of the request. */
  request: RegExp;
}

interface Kind {
  kind: string;
  says: string;
  clause: string;
  change: ResponseChange;
  request: RegExp;
  /** The parameter without which an operation cannot have it. */
  parameter?: string;
}

/** Takes a query for the documented one where a parameter is like this; otherwise the correct response stays. */
const reads = (status: number, name: string, holds: (value: string | null) => boolean): ResponseChange =>
  lenient([status], (query) => {
    if (holds(query.get(name))) query.set(name, documented[name] ?? '');
  });

/** A fault of the VIN's rule; `accepts` says which wrong VINs the service takes. */
interface VinFault extends Pick<Kind, 'kind' | 'says' | 'clause' | 'request'> {
  accepts: (vin: string) => boolean;
}

const vinFault = ({ accepts, ...kind }: VinFault): Kind => ({
  ...kind,
  parameter: 'vin',
  change: reads(400, 'vin', (vin) => vin !== null && accepts(vin)),
});

const withLetter = (letter: string): Kind =>
  vinFault({
    kind: `VIN with ${letter}`,
    says: `takes ${letter} in a VIN`,
    clause: 'limits.vin-characters',
    request: new RegExp(`vin=[^&]*${letter}`),
    accepts: (vin) => new RegExp(`^[A-HJ-NPR-Z0-9]*${letter}[A-HJ-NPR-Z0-9]*$`).test(vin),
  });

const ofCredential = (name: 'user' | 'key'): Kind[] => [
  {
    kind: `wrong ${name}`,
    says: `does not check the ${name}`,
    clause: 'authentication.3',
    request: new RegExp(`${name}: (made-up|cut|longer|other-case)`),
    change: accept(name, (sent) => sent),
  },
  {
    kind: `absent ${name}`,
    says: `needs no ${name}`,
    clause: 'authentication.3',
    request: new RegExp(`${name}: absent`),
    change: accept(name, (sent) => sent === undefined),
  },
];

const KINDS: readonly Kind[] = [
  ...ofCredential('user'),
  ...ofCredential('key'),
  ...Object.keys(documented).map(
    (name): Kind => ({
      kind: `missing ${name}`,
      says: `has a default for a ${name} that is missing`,
      clause: 'errors.400',
      request: new RegExp(`^(?!.*[?&]${name}=)`),
      parameter: name,
      change: reads(400, name, (value) => value === null),
    }),
  ),
  vinFault({
    kind: 'short VIN',
    says: 'takes a VIN of 7 characters',
    clause: 'limits.vin-length',
    request: /vin=\w{7}(&| |$)/,
    accepts: ({ length }) => length === 7,
  }),
  vinFault({
    kind: 'long VIN',
    says: 'takes a VIN of 18 characters',
    clause: 'limits.vin-length',
    request: /vin=\w{18}(&| |$)/,
    accepts: ({ length }) => length === 18,
  }),
  ...['I', 'O', 'Q'].map(withLetter),
  {
    kind: 'unknown VIN',
    says: 'answers an unknown VIN with another car',
    clause: 'errors.404',
    request: /vin=/,
    parameter: 'vin',
    change: reads(404, 'vin', () => true),
  },
];

/** Every kind of fault that only a special request shows, in every operation where it is possible. */
export const requestFaults: readonly SingleFault[] = KINDS.flatMap(({ parameter, ...kind }) =>
  operationTable.operations
    .filter(({ parameters }) => parameter === undefined || parameter in parameters)
    .map(({ id }) => ({
      ...kind,
      name: `${kind.kind} in ${id}`,
      shownBy: 'request' as const,
      operation: id,
      operations: [id],
    })),
);

interface SuccessKind {
  kind: string;
  says: string;
  /** The clause that it breaks: one, or that of the operation. */
  clause: string | ((operation: string) => string);
  change: ResponseChange;
}

const SUCCESS_KINDS: readonly SuccessKind[] = [
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

/** Every kind of fault that a success shows, for each operation separately. */
export const successFaults: readonly SingleFault[] = SUCCESS_KINDS.flatMap(({ clause, ...kind }) =>
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
