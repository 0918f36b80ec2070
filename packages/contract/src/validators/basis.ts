import { keysOf } from '@vehicle-lookup/openapi';
import type { Basis } from '@vehicle-lookup/openapi/selectors';
import type { Body, Checked } from './body.ts';
import { type Fault, type Faults, faultsIn } from './fault.ts';
import { issueOf, type ResponseIssue } from './issue.ts';
import { below, flattened, type Shape } from './shape.ts';

/** Returns each violation with its basis: an assumption if the specification alone accepts the value, otherwise a clause. */
export function issuesOf(
  { ref, checkSpecified, clauses = [] }: Checked & Partial<Pick<Body, 'clauses'>>,
  faults: Faults,
  value: unknown,
): ResponseIssue[] {
  const specified = new Map<string, Fault>();
  for (const [pointer, fault] of faultsIn(checkSpecified, value)) {
    const place = nearestIn(faults, pointer);
    if (place?.pointer === pointer) specified.set(pointer, fault);
    // The specification may reject a field where the document offers a choice for the whole object.
    else if (place?.isChoice && !specified.has(place.pointer)) specified.set(place.pointer, { ...fault, keywords: [] });
  }
  return [...faults.values()].map((fault) =>
    issueOf(fault, value, basisOf(ref, fault, specified.get(fault.pointer), clauses)),
  );
}

/** Returns the violation at a location or, if absent, at its nearest ancestor. */
function nearestIn(faults: Faults, pointer: string): Fault | undefined {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const fault = faults.get(place);
    if (fault || place === '') return fault;
  }
}

/**
 * Returns the basis of a violation: an assumption if the specification alone accepts the value, otherwise the clause.
 * @param ref the schema of the body
 * @param specified the violation of the specification alone at the same location, if any
 * @param ofOperation the clauses of the operation, which distinguish operations with the same schema
 */
function basisOf(ref: string, fault: Fault, specified: Fault | undefined, ofOperation: readonly string[]): Basis {
  const { pointer } = fault;
  const keys = keysOf(pointer);
  const name = keys.at(-1) ?? '';
  const root = flattened({ ref });
  const around = keys.slice(0, -1).reduce(below, root);
  const here = keys.length === 0 ? root : below(around, name);
  /** Returns the shapes that may state a keyword, with its key. For a missing field, the enclosing object states it. */
  const states = (keyword: string): [Shape, string][] => {
    if (keyword !== 'required') return here.map((shape) => [shape, keyword]);
    const holders = around.toSorted((a, b) => Number(holds(b, name)) - Number(holds(a, name)));
    return holders.flatMap((shape): [Shape, string][] => [
      [shape, `required/${name}`],
      [shape, keyword],
    ]);
  };
  if (!specified) {
    const stated = fault.keywords.flatMap(states).map(([{ assumes }, key]) => assumes?.[key]);
    const assumption = [...stated, ...[...here, ...around].map(({ assumes }) => assumes?.[''])].find((id) => id);
    return assumption === undefined ? {} : { assumption };
  }
  const structural = here.flatMap(({ clauses }) => clauses?.[''] ?? []);
  // The violations of each alternative are not violations of the value itself.
  const keywords = specified.isChoice ? [] : specified.keywords;
  const [stated = structural] = keywords.flatMap(states).flatMap(([{ clauses }, key]) => {
    const ids = clauses?.[key];
    return ids ? [ids] : [];
  });
  const clause = stated.find((id) => structural.includes(id)) ?? stated[0];
  if (clause === undefined) return {};
  // Operations may share a schema, so the clause of the operation takes precedence over other clauses for the same place.
  const places = [...here, ...around].flatMap(({ clauses = {} }) => Object.values(clauses));
  const together = places.find((ids) => ids.includes(clause)) ?? [];
  return { clause: together.find((id) => ofOperation.includes(id)) ?? clause };
}

const holds = ({ members = {} }: Shape, name: string): boolean => Object.hasOwn(members, name);
