import type { Document, Path } from '@vehicle-lookup/openapi';
import { dereference, isRecord, member, members, at as nodeAt, walk } from '@vehicle-lookup/openapi';
import type { Contract } from '../contract/contract.ts';
import { limitsAt, pointerOf } from '../contract/fields.ts';
import { sourcesOf } from '../contract/provenance.ts';

/**
 * Adds the clauses and assumptions of each parameter, field, header and status to its description, because Redoc cannot
 * show them elsewhere.
 * @param document copy of the contract document; modified in place
 */
export function markSources(document: Document, contract: Contract): void {
  const mark = (nodes: unknown, place: Path, areSchemas: boolean): void => {
    for (const [name, node] of members(nodes)) {
      const marked = withSources(contract, node, [...place, name], areSchemas);
      if (marked) (nodes as Record<string, unknown>)[name] = marked;
    }
  };
  for (const { at } of contract.operations) {
    mark(member(nodeAt(document, pointerOf(at)), 'responses'), [...at, 'responses'], false);
  }
  mark(document.components?.parameters, ['components', 'parameters'], false);
  for (const { node, at, named } of walk(document)) {
    if (named) continue;
    mark(node.properties, [...at, 'properties'], true);
    if (at.length !== 1) mark(node.headers, [...at, 'headers'], false);
  }
}

/** Returns a copy of a node with its sources in the description, or undefined if the node does not have sources. */
function withSources(
  contract: Contract,
  node: unknown,
  place: Path,
  isSchema: boolean,
): Record<string, unknown> | undefined {
  if (!isRecord(node)) return undefined;
  const target = dereference(contract.document, node as never) as unknown;
  const whole = { ...(isRecord(target) ? target : {}), ...node };
  const { clauses, assumptions } = sourcesOf(contract, pointerOf(place), whole);
  const limits = limitsAt(contract.document, isSchema ? place : [...place, 'schema']);
  const ofRules = limits.flatMap(({ pointer }) => contract.findBasis(pointer)?.assumptions ?? []);
  const texts = [
    ['stated in', clauses, 'clauses.html'],
    ['assumed:', assumptions, 'assumptions.html'],
    ['rules assumed:', [...new Set(ofRules)].filter((id) => !assumptions.includes(id)), 'assumptions.html'],
  ] as const;
  const shown = texts
    .filter(([, ids]) => ids.length > 0)
    .map(([word, ids, page]) => `(${word} ${ids.map((id) => `[${id}](${page}#${id})`).join(', ')})`);
  if (shown.length === 0) return undefined;
  const description = [whole.description ?? '', ...shown].join(' ').trim();
  // A schema stays a reference, so that the page contains it once. Only in schemas does Redoc read keywords next to a reference.
  const { $ref: _, ...inlined } = whole as Record<string, unknown>;
  return isSchema ? { ...node, description } : { ...inlined, description };
}
