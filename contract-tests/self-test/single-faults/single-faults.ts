import { operationTable } from '@vehicle-lookup/operations';
import { accept, lenient } from '../changes.ts';
import { documented } from '../correct-service.ts';
import type { Change, Difference } from '../service.ts';

/** A fault that one operation alone has. */
export interface SingleFault extends Difference {
  name: string;
  kind: string;
  /** Whether every success of the operation shows it, or only a request of its own. */
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
  change: Change;
  request: RegExp;
  /** The parameter without which an operation cannot have it. */
  parameter?: string;
}

/** Takes a query for the documented one where a parameter is like this; otherwise the correct reply stays. */
const reads = (status: number, name: string, holds: (value: string | null) => boolean): Change =>
  lenient([status], (query) => {
    if (holds(query.get(name))) query.set(name, documented[name] ?? '');
  });

const vinFault = (
  kind: string,
  says: string,
  clause: string,
  request: RegExp,
  holds: (vin: string) => boolean,
): Kind => ({
  kind,
  says,
  clause,
  request,
  parameter: 'vin',
  change: reads(400, 'vin', (vin) => vin !== null && holds(vin)),
});

const withLetter = (letter: string): Kind =>
  vinFault(
    `VIN with ${letter}`,
    `takes ${letter} in a VIN`,
    'limits.vin-characters',
    new RegExp(`vin=[^&]*${letter}`),
    (vin) => new RegExp(`^[A-HJ-NPR-Z0-9]*${letter}[A-HJ-NPR-Z0-9]*$`).test(vin),
  );

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
  vinFault(
    'short VIN',
    'takes a VIN of 7 characters',
    'limits.vin-length',
    /vin=\w{7}(&| |$)/,
    ({ length }) => length === 7,
  ),
  vinFault(
    'long VIN',
    'takes a VIN of 18 characters',
    'limits.vin-length',
    /vin=\w{18}(&| |$)/,
    ({ length }) => length === 18,
  ),
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

/** Every kind of fault that needs a request of its own, in every operation where it is possible. */
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
