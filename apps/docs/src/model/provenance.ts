import { child, isReference, at as nodeAt } from '@vehicle-lookup/document';
import { expandPlace, readMarks } from '@vehicle-lookup/document/provenance';
import type { Contract } from './contract.ts';

/** Which operations rest on which clauses and assumptions. */
export interface Provenance {
  /** Assumption or clause id → operations, in the document's order. */
  operationsOf(id: string): string[];
  /** Operation → assumptions, those of that operation alone first. */
  assumptionsOf(operation: string): string[];
  /** Operation → clauses whose first place it contains, in the specification's order; further places repeat it elsewhere. */
  clausesOf(operation: string): string[];
  /** Clause → assumptions that decide what it leaves open. */
  decidedIn(clause: string): string[];
  /** The operations that contain a place of the document. */
  operationsAt(pointer: string): string[];
}

/** @throws DocumentError when a reference has no target */
export function readProvenance(contract: Contract): Provenance {
  const { document, operations, assumptions, clauses } = contract;
  const reached = operations.map(({ id, at }) => ({ id, places: reachedFrom(document, at.reduce<string>(child, '')) }));
  const operationsAt = (pointer: string): string[] =>
    reached.filter(({ places }) => isWithin(pointer, places)).map(({ id }) => id);

  const everyOperation = operations.map(({ id }) => id);
  const isShared = (pointer: string) => pointer.startsWith('/paths/');
  const marks = readMarks(document);
  const found = new Map<string, Set<string>>();
  const add = (id: string, names: string[]) => {
    found.set(id, new Set([...(found.get(id) ?? []), ...names]));
  };
  for (const { ids, node, covers } of marks) {
    // A status of the wire operation is one of the operations that declare it.
    const [, status] = /\/responses\/([^/]+)$/.exec(covers) ?? [];
    const declaring = operations.filter(({ responses }) => responses.some((one) => one.status === status));
    const shared = status === undefined ? everyOperation : declaring.map((one) => one.id);
    for (const id of ids) add(id, isShared(node) ? shared : operationsAt(node));
  }
  for (const [id, { places }] of clauses) {
    const pointers = places.flatMap((place) => expandPlace(document, place));
    // A clause about the whole interface is stated in the introduction or at the wire operation.
    const isGeneral = pointers.some((pointer) =>
      /^\/(paths|servers|security)\b|^\/components\/(pathItems|securitySchemes)\b(?!\/)/.test(pointer),
    );
    add(id, isGeneral ? everyOperation : pointers.flatMap(operationsAt));
  }
  const operationsOf = (id: string) => everyOperation.filter((one) => found.get(id)?.has(one));
  const restingOn = (ids: Iterable<string>, operation: string) =>
    [...ids].filter((id) => found.get(id)?.has(operation));
  return {
    operationsOf,
    operationsAt,
    assumptionsOf: (operation) =>
      restingOn(assumptions.keys(), operation).sort((a, b) => operationsOf(a).length - operationsOf(b).length),
    clausesOf: (operation) =>
      [...clauses].flatMap(
        ([
          id,
          {
            places: [first],
          },
        ]) => {
          const pointers = first === undefined ? [] : expandPlace(document, first);
          return pointers.some((pointer) => operationsAt(pointer).includes(operation)) ? [id] : [];
        },
      ),
    decidedIn: (clause) => [...assumptions].filter(([, one]) => one.clauses.includes(clause)).map(([id]) => id),
  };
}

/** A place and the components that it leads to. */
function reachedFrom(document: object, start: string): string[] {
  const places = [start];
  // The list grows during the loop.
  for (const place of places) {
    JSON.stringify(nodeAt(document, place), (_, value) => {
      if (isReference(value) && value.$ref.startsWith('#/')) {
        const target = value.$ref.slice(1);
        if (!places.includes(target)) places.push(target);
      }
      return value;
    });
  }
  return places;
}

const isWithin = (pointer: string, places: string[]): boolean =>
  places.some((place) => pointer === place || pointer.startsWith(`${place}/`));
