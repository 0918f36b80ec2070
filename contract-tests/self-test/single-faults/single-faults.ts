import { operationTable } from '@vehicle-lookup/contract';
import { accept, headers, instead, lenient, remove, set, success, text } from '../changes.ts';
import { documented } from '../correct-service.ts';
import type { ResponseChange, ServiceDifference } from '../service.ts';

/** A fault that affects only one operation. */
export interface SingleFault extends ServiceDifference {
  name: string;
  kind: string;
  /** Whether every success of the operation shows the fault, or only a special request. */
  shownBy: 'success' | 'request';
  operation: string;
  /** The violated clause. */
  clause: string;
  /** The pattern that the request of the finding must match. */
  request: RegExp;
}

interface Kind {
  kind: string;
  says: string;
  clause: string;
  change: ResponseChange;
  request: RegExp;
  /** The parameter that an operation must have for this fault. */
  parameter?: string;
}

/** Replaces a parameter that satisfies a predicate with the documented value. Other responses are unchanged. */
const reads = (status: number, name: string, holds: (value: string | null) => boolean): ResponseChange =>
  lenient([status], (query) => {
    if (holds(query.get(name))) query.set(name, documented[name] ?? '');
  });

/** A fault in the validation of the VIN. `accepts` returns whether the service accepts an invalid VIN. */
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
    says: `accepts ${letter} in a VIN`,
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
    says: `does not require a ${name}`,
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
      says: `uses a default value for a missing ${name}`,
      clause: 'errors.400',
      request: new RegExp(`^(?!.*[?&]${name}=)`),
      parameter: name,
      change: reads(400, name, (value) => value === null),
    }),
  ),
  vinFault({
    kind: 'short VIN',
    says: 'accepts a VIN with 7 characters',
    clause: 'limits.vin-length',
    request: /vin=\w{7}(&| |$)/,
    accepts: ({ length }) => length === 7,
  }),
  vinFault({
    kind: 'long VIN',
    says: 'accepts a VIN with 18 characters',
    clause: 'limits.vin-length',
    request: /vin=\w{18}(&| |$)/,
    accepts: ({ length }) => length === 18,
  }),
  ...['I', 'O', 'Q'].map(withLetter),
  {
    kind: 'unknown VIN',
    says: 'returns another car for an unknown VIN',
    clause: 'errors.404',
    request: /vin=/,
    parameter: 'vin',
    change: reads(404, 'vin', () => true),
  },
];

/** Faults that only a special request shows, each in every operation in which it is possible. */
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
  /** The violated clause, or a function that returns the violated clause of an operation. */
  clause: string | ((operation: string) => string);
  change: ResponseChange;
}

const SUCCESS_KINDS: readonly SuccessKind[] = [
  {
    kind: 'status 201',
    says: 'returns 201 for a valid request',
    clause: 'errors.200',
    change: instead([200], (correct) => ({ ...correct, status: 201 })),
  },
  {
    kind: 'text/html',
    says: 'declares its JSON as text/html',
    clause: 'endpoints.json',
    change: headers((_, { status }) => (status === 200 ? { 'content-type': 'text/html' } : {})),
  },
  {
    kind: 'cut JSON',
    says: 'sends a truncated body',
    clause: 'endpoints.json',
    change: text((json) => json.slice(0, -2)),
  },
  { kind: 'no data', says: 'omits data', clause: 'envelope.data', change: remove('/data') },
  {
    kind: 'text for true',
    says: 'sends success as a string',
    clause: 'envelope.success',
    change: set('/success', 'true'),
  },
  {
    kind: 'other payload',
    says: 'sends a list instead of a record, or a record instead of a list',
    clause: (operation) => `endpoints.${operation}`,
    change: success((body) => ({ ...body, data: Array.isArray(body.data) ? body.data[0] : [body.data] })),
  },
];

/** Faults that every success shows, each in every operation. */
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
