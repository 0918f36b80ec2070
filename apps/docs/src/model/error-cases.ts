import {
  child,
  type DocumentedOperation,
  type DocumentedResponse,
  dereference,
  type Json,
  jsonOf,
  member,
  members,
} from '@vehicle-lookup/document';
import { errorBody } from '@vehicle-lookup/selectors';
import type { Contract } from './contract.ts';
import { goodQuery, type Pairs } from './requests.ts';
import { wrongRequests } from './wrong-requests.ts';

/** One error of an operation, with what causes it. */
export interface ErrorCase {
  status: string;
  /** The name of the example, which is the kind of the problem. */
  name: string;
  /** The request that causes it, credentials included; undefined: it depends on the state of the service. */
  request: Pairs | undefined;
  /** The header `Prefer` with which the mock sends it. */
  prefer: string;
  headers: ErrorHeader[];
  body: Json;
}

/** A header of an error, as the document shows it. */
export interface ErrorHeader {
  header: string;
  value: string;
  /** On which assumptions it rests. */
  assumptions: string[];
}

/** Statuses that are errors. */
export const errorResponses = ({ responses }: DocumentedOperation): DocumentedResponse[] =>
  responses.filter(({ status }) => !status.startsWith('2'));

/**
 * The errors of one status of an operation. The problems of a query are the ones that this operation can cause, in the words
 * of the resolver; the others are the document's examples.
 */
export function errorCases(
  contract: Contract,
  operation: DocumentedOperation,
  response: DocumentedResponse,
): ErrorCase[] {
  const { table } = contract;
  const { status } = response;
  const examples = jsonOf(response)?.examples ?? [];
  const wrong = status === '400' ? wrongRequests(contract, operation) : [];
  const access: Pairs = table.credentials.map((name) => [name, `<${name}>`]);
  const preferring = (name: string) => `code=${status}, example=${name}`;
  if (wrong.length > 0) {
    return wrong.map(({ kind, pairs, message }) => ({
      status,
      name: kind,
      request: [...access, ...pairs],
      prefer: preferring(kind),
      headers: headersOf(contract, response, kind),
      body: errorBody(table, message),
    }));
  }
  return examples.map(({ name, value = null }) => ({
    status,
    name,
    request: credentialFault(contract, operation, name),
    prefer: preferring(name),
    headers: headersOf(contract, response, name),
    body: value,
  }));
}

/** A request without a secret, or with a wrong one; other errors do not follow from the request alone. */
function credentialFault(contract: Contract, operation: DocumentedOperation, name: string): Pairs | undefined {
  const { credentials, secrets } = contract.table;
  const query = goodQuery(contract, operation);
  const access: Pairs = credentials.map((one) => [one, `<${one}>`]);
  if (name === 'missing-credentials') return [...access.filter(([one]) => !secrets.includes(one)), ...query];
  if (name === 'invalid-credentials') {
    return [...access.map(([one, value]) => [one, secrets.includes(one) ? 'wrong' : value] as const), ...query];
  }
  return undefined;
}

/** The headers of an error, each with the example of the error's name, or else its own. */
function headersOf({ document, findOwner }: Contract, { node, at }: DocumentedResponse, name: string): ErrorHeader[] {
  return members(member(node, 'headers')).flatMap(([header, reference]) => {
    const definition = dereference(document, reference);
    const named = member(dereference(document, member(member(definition, 'examples'), name)), 'value');
    const value = named ?? member(definition, 'example');
    const { assumptions = [] } = findOwner([...at, 'headers', header].reduce<string>(child, '')) ?? {};
    return value === undefined ? [] : [{ header, value: String(value), assumptions }];
  });
}
