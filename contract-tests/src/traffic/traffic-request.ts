import {
  type Basis,
  type OperationEntry,
  type OperationTable,
  type QueryErrorKind,
  resolve,
} from '@vehicle-lookup/openapi/selectors';
import type { VerifiedContract } from '../plan/contract.ts';
import type { CredentialFault, Pair, Request } from '../plan/request.ts';
import { formText } from '../plan/requests/good-query.ts';

/** A recorded request, as far as it decides what is expected. */
export interface TrafficQuery {
  pairs: readonly Pair[];
  status: number;
  /** Whether another program adds the credentials, or they are in a header: then the query says nothing of them. */
  hasOtherCredentials: boolean;
}

/** What a recorded request is an instance of; undefined where the contract does not say what it expects. */
export function trafficRequest(
  { pairs, status, hasOtherCredentials }: TrafficQuery,
  { table, operations }: VerifiedContract,
): Request | undefined {
  const query = pairs.filter(([name]) => !table.credentials.includes(name));
  const faults = hasOtherCredentials ? {} : credentialFaults(pairs, table);
  const filled: Pair[] = [...table.credentials.map((name): Pair => [name, '-']), ...query];
  const resolution = resolve(table, formText(filled));
  const id = resolution.ok ? resolution.operation : resolution.error.operation;
  const operation = operations.find(({ entry }) => entry.id === id);
  // Two mistakes in one request: which one is answered is an assumption.
  if (!operation || (!resolution.ok && Object.keys(faults).length > 0)) return undefined;
  const { entry, restsOf } = operation;
  const create = (made: Pick<Request, 'kind' | 'status'> & Partial<Request>, detail: string): Request => ({
    id: `${entry.id} ${detail}`.trim(),
    operation: entry.id,
    rests: restsOf(made.status),
    query: query.map(([name, value]) => [name, isKnown(name, table) ? value : '***']),
    ...(Object.keys(faults).length > 0 ? { faults } : {}),
    ...made,
  });
  const came = String(status);
  const isRejection = entry.statuses.includes(came) && ['401', '403', '429'].includes(came);
  if (Object.keys(faults).length > 0) {
    if (isRejection && came !== '401') return create({ kind: 'rejection', status: came }, `rejected with ${came}`);
    const sent = Object.entries(faults).map(([name, fault]) => `${name} ${fault}`);
    return create({ kind: 'missing-credentials', status: '401' }, `missing-credentials ${sent.join(' ')}`);
  }
  if (isRejection) return create({ kind: 'rejection', status: came }, `rejected with ${came}`);
  if (!resolution.ok) {
    const { kind, clause, assumption } = resolution.error;
    const rests: Basis = assumption === undefined ? (clause === undefined ? {} : { clause }) : { assumption };
    return create({ kind, status: '400', rests }, `${kind} ${detailOf(kind, entry, query)}`);
  }
  const [parameter = ''] = Object.keys(entry.parameters).filter((name) => entry.parameters[name]?.required);
  if (came === '404' && entry.statuses.includes(came)) {
    return create({ kind: 'unknown-value', status: '404', parameter }, `unknown ${parameter}`);
  }
  return create({ kind: 'good', status: '200' }, 'good');
}

/** Names that the document knows; the value of another one may be a key under another name. */
const isKnown = (name: string, { operations }: OperationTable): boolean =>
  operations.some(({ parameters, selectors }) => name in parameters || name in selectors);

function credentialFaults(pairs: readonly Pair[], { credentials }: OperationTable): Record<string, CredentialFault> {
  return Object.fromEntries(
    credentials.flatMap((name): [string, CredentialFault][] => {
      const values = pairs.filter(([other]) => other === name);
      if (values.length === 0) return [[name, 'absent']];
      if (values.length > 1) return [[name, 'twice']];
      return values[0]?.[1] === '' ? [[name, 'empty']] : [];
    }),
  );
}

/** The same words as in the id of a case, so that a history knows it. */
function detailOf(kind: QueryErrorKind, { parameters }: OperationEntry, query: readonly Pair[]): string {
  const values = Object.fromEntries(query);
  if (kind === 'missing-parameter') {
    return Object.keys(parameters).find((name) => parameters[name]?.required && values[name] === undefined) ?? '';
  }
  if (kind !== 'malformed-parameter') return '';
  for (const [name, { minLength = 0, maxLength = Number.POSITIVE_INFINITY, type }] of Object.entries(parameters)) {
    const value = values[name];
    if (value === undefined || type === 'integer') continue;
    if (value === '') return `${name} empty`;
    if (value.length > maxLength) return `${name} long`;
    if (value.length < minLength) return `${name} short`;
    const letters = new Set([...value].filter((letter) => 'IOQ'.includes(letter)));
    if (letters.size === 1) return `${name} ${[...letters].join('')}`;
  }
  return 'another form';
}
