import type { ContractOperation } from './document.ts';
import type { Case, PlannedRequest } from './request.ts';

/** Parameter → the record field that provides values for it. */
export type Yields = Readonly<Record<string, string>>;

/** Sorts operations so that responses that provide values come before the requests that need them. */
export function orderOf(operations: readonly ContractOperation[], yields: ReadonlyMap<string, Yields>): string[] {
  const left = operations.map(({ entry }) => entry);
  const order: string[] = [];
  while (left.length > 0) {
    const isReady = ({ id, parameters }: (typeof left)[number]) =>
      Object.keys(parameters).every((name) => left.every((other) => other.id === id || !yields.get(other.id)?.[name]));
    // Operations that provide values for each other keep the document's order.
    const next = Math.max(0, left.findIndex(isReady));
    order.push(...left.splice(next, 1).map(({ id }) => id));
  }
  return order;
}

/** Returns the given operations and the operations that provide values for their parameters. */
export function withGivers(
  names: readonly string[],
  operations: readonly ContractOperation[],
  yields: ReadonlyMap<string, Yields>,
): ReadonlySet<string> {
  const found = new Set(names);
  // Iterating over a set includes elements added during the iteration.
  for (const name of found) {
    const { parameters = {} } = operations.find(({ entry }) => entry.id === name)?.entry ?? {};
    for (const [giver, given] of yields) if (Object.keys(parameters).some((own) => given[own])) found.add(giver);
  }
  return found;
}

/** The safe number of consecutive invalid secrets: services that lock accounts allow more. */
const MOST_IN_A_ROW = 2;

/**
 * Sorts requests: valid requests first, because they provide values; the repeated request after all rejections; invalid secrets
 * last, because a service may lock the account. Invalid requests with the valid secret separate the invalid secrets: they are
 * free, reset the counter of most services and reveal a lockout. Invalid secrets without such a separator are omitted.
 * @param order the operations in the order of their valid requests
 */
export function inSafeOrder(requests: readonly PlannedRequest[], order: readonly string[]): PlannedRequest[] {
  const successes = requests
    .filter(({ kind }) => kind === 'good')
    .toSorted((a, b) => order.indexOf(a.operation) - order.indexOf(b.operation));
  const again = requests.filter(({ kind }) => kind === 'again');
  const others = requests.filter(({ kind, isWrongSecret }) => !['good', 'again'].includes(kind) && !isWrongSecret);
  const separators = others.filter(isRejectedForItself);
  const wrong = requests.filter(({ isWrongSecret }) => isWrongSecret).slice(0, MOST_IN_A_ROW * (separators.length + 1));
  const between = separators.slice(0, Math.max(0, Math.ceil(wrong.length / MOST_IN_A_ROW) - 1));
  const mixed = wrong.flatMap((request, index) => {
    const separator = between[index / MOST_IN_A_ROW - 1];
    return separator ? [separator, request] : [request];
  });
  return [...successes, ...others.filter((request) => !between.includes(request)), ...again, ...mixed];
}

/** Returns whether a request has valid credentials and is rejected because of its parameters. */
const isRejectedForItself = ({ status, faults, account, probeOf }: Case): boolean =>
  ['400', '404'].includes(status) && !faults && !account && !probeOf;
