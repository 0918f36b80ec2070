import type { ContractOperation } from './document.ts';
import type { Case, PlannedRequest } from './request.ts';

/** Parameter → the field of an operation's records that gives values for it. */
export type Yields = Readonly<Record<string, string>>;

/** The operations in an order in which responses that give values come before the requests that need them. */
export function orderOf(operations: readonly ContractOperation[], yields: ReadonlyMap<string, Yields>): string[] {
  const left = operations.map(({ entry }) => entry);
  const order: string[] = [];
  while (left.length > 0) {
    const isReady = ({ id, parameters }: (typeof left)[number]) =>
      Object.keys(parameters).every((name) => left.every((other) => other.id === id || !yields.get(other.id)?.[name]));
    // Operations that give each other values keep the document's order.
    const next = Math.max(0, left.findIndex(isReady));
    order.push(...left.splice(next, 1).map(({ id }) => id));
  }
  return order;
}

/** Operations, and those whose responses give the values of their parameters. */
export function withGivers(
  names: readonly string[],
  operations: readonly ContractOperation[],
  yields: ReadonlyMap<string, Yields>,
): ReadonlySet<string> {
  const found = new Set(names);
  // A set visits what is added meanwhile.
  for (const name of found) {
    const { parameters = {} } = operations.find(({ entry }) => entry.id === name)?.entry ?? {};
    for (const [giver, given] of yields) if (Object.keys(parameters).some((own) => given[own])) found.add(giver);
  }
  return found;
}

/** Number of invalid secrets in a row that is safe: services that lock accounts out allow more. */
const MOST_IN_A_ROW = 2;

/**
 * The order in which requests are made: successes first, since they give values for others; the one that is made again behind
 * all rejections; wrong secrets last, since a service may lock the account out. Between them stand rejected requests with the right
 * secret. They cost nothing, they make most services forget the wrong ones, and they show whether the account is locked out. Wrong
 * secrets that nothing could separate are left out.
 * @param order the operations in the order of their successes
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

/** A request with the right credentials that is rejected because of its parameters. */
const isRejectedForItself = ({ status, faults, account, probeOf }: Case): boolean =>
  ['400', '404'].includes(status) && !faults && !account && !probeOf;
