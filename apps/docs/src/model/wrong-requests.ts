import type { DocumentedOperation } from '@vehicle-lookup/document';
import { checkParameter, type OperationEntry, type ProblemKind, resolve } from '@vehicle-lookup/selectors';
import type { Contract } from './contract.ts';
import { entryOf, goodQuery, type Pairs } from './requests.ts';

/** A wrong request of an operation, and the text of the reply. */
export interface WrongRequest {
  kind: ProblemKind;
  /** Without credentials. */
  pairs: Pairs;
  message: string;
}

/**
 * One wrong request of an operation for each kind of problem that it can cause, with the words of the resolver. A candidate
 * that causes another problem is left out: listBrands has no parameter that can be missing.
 */
export function wrongRequests(contract: Contract, operation: DocumentedOperation): WrongRequest[] {
  const { table } = contract;
  const access: Pairs = table.credentials.map((name) => [name, 'demo']);
  return candidates(contract, operation).flatMap(([kind, pairs]) => {
    const resolution = resolve(table, [...access, ...pairs]);
    if (resolution.ok || resolution.problem.kind !== kind) return [];
    return [{ kind, pairs, message: resolution.problem.message }];
  });
}

function candidates(contract: Contract, operation: DocumentedOperation): [ProblemKind, Pairs][] {
  const { table } = contract;
  const entry = entryOf(contract, operation.id);
  const good = goodQuery(contract, operation);
  const without = (name: string): Pairs => good.filter(([one]) => one !== name);
  const others = table.operations.filter(({ id }) => id !== operation.id);
  const selectors = Object.keys(entry.selectors);
  const parameters = Object.entries(entry.parameters).filter(([, rule]) => rule.required);
  const isOwn = (name: string) => name in entry.parameters || name in entry.selectors;
  const found: [ProblemKind, Pairs | undefined][] = [
    ['several-selectors', selectors.length > 0 ? withSelectors(good, others, isOwn) : undefined],
    ['selector-value', replaced(good, selectors[0], 'true')],
    ['missing-selector', selectors[0] === undefined ? undefined : without(selectors[0])],
    ['unknown-parameter', [...good, [unknownName(contract), '2']]],
    ['foreign-parameter', withForeign(contract, good, others, isOwn)],
    ['repeated-parameter', good[0] && [good[0], ...good]],
    ['missing-parameter', parameters[0] && without(parameters[0][0])],
    ['malformed-parameter', malformed(entry, good)],
  ];
  return found.flatMap(([kind, pairs]) => (pairs ? [[kind, pairs]] : []));
}

const replaced = (pairs: Pairs, name: string | undefined, value: string): Pairs | undefined =>
  name === undefined ? undefined : pairs.map(([one, old]) => [one, one === name ? value : old]);

function withSelectors(good: Pairs, others: OperationEntry[], isOwn: (name: string) => boolean): Pairs | undefined {
  const more = others.flatMap(({ selectors }) => Object.entries(selectors)).find(([name]) => !isOwn(name));
  return more && [...good, more];
}

/** A parameter of another operation, with a value that is good there. */
function withForeign(
  contract: Contract,
  good: Pairs,
  others: OperationEntry[],
  isOwn: (name: string) => boolean,
): Pairs | undefined {
  for (const { id } of others) {
    const operation = contract.operations.find((one) => one.id === id);
    const foreign = operation?.parameters.find(({ name, selector }) => selector === undefined && !isOwn(name));
    if (foreign) return [...good, [foreign.name, String(foreign.example ?? '1')]];
  }
  return undefined;
}

/** A name that no operation has. */
function unknownName({ table }: Contract): string {
  const names = new Set(
    table.operations.flatMap((one) => [...Object.keys(one.parameters), ...Object.keys(one.selectors)]),
  );
  return ['page', 'limit', 'other'].find((name) => !names.has(name)) ?? 'another';
}

/** The first required parameter that can be malformed, with a value that looks like a slip where there is one. */
function malformed({ parameters }: OperationEntry, good: Pairs): Pairs | undefined {
  for (const [name, rule] of Object.entries(parameters).filter(([, { required }]) => required)) {
    const value = good.find(([one]) => one === name)?.[1] ?? '';
    const slips = [`${value.slice(0, -1)}I`, `${value}x`, value.slice(0, 3), ''];
    const slip = slips.find((one) => checkParameter(rule, one) !== undefined);
    if (slip !== undefined) return replaced(good, name, slip);
  }
  return undefined;
}
