import { exampleBodies } from '@vehicle-lookup/document';
import { clausesByPlace, readClauses, specifiedOnly } from '@vehicle-lookup/document/provenance';
import { type ReplyIssue, validate } from '@vehicle-lookup/validators';
import type { Built } from '../support/documented.ts';
import { type Accepts, acceptsOf } from './body-checks.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { assumptionsIn, withoutAssumption, withoutClause } from './without.ts';

/** An invalid body, and what the document says of it, without the validators. */
export interface InvalidBody extends Mutant {
  issues: ReplyIssue[];
  /** Whether the clauses-only view accepts the example that was changed. */
  isSpecified: boolean;
}

/** The examples of a document with one change each, as far as that makes them invalid. */
export interface BodyCases {
  bodies: InvalidBody[];
  /** The clauses-only view. */
  specified: Accepts;
  /** The document without an assumption, by id. What it accepts breaks that assumption and nothing else. */
  withoutAssumption: Map<string, Accepts>;
  /** The document without a clause, by id; of the clauses that have a place in the schema of a body. */
  withoutClause: Map<string, Accepts>;
}

/** Generates the cases from the document. */
export function bodyCases({ document }: Built): BodyCases {
  const accepts = acceptsOf(document);
  const specified = acceptsOf(specifiedOnly(document));
  const inBodies = clausesInBodies(document);
  const bodies = exampleBodies(document).flatMap((example) => {
    const isSpecified = specified(example.operation, example.status, example.body);
    return mutantsOf(example).flatMap((mutant): InvalidBody[] => {
      if (accepts(mutant.operation, mutant.status, mutant.body)) return [];
      const verdict = validate(mutant.operation, mutant.status, mutant.body);
      return [{ ...mutant, issues: verdict.ok ? [] : verdict.issues, isSpecified }];
    });
  });
  const without = (ids: Iterable<string>, remove: typeof withoutClause) =>
    new Map([...ids].map((id) => [id, acceptsOf(remove(document, id))]));
  return {
    bodies,
    specified,
    withoutAssumption: without(assumptionsIn(document), withoutAssumption),
    withoutClause: without(inBodies, withoutClause),
  };
}

/** The schemas that a body may consist of, by name. */
function bodySchemas(document: Built['document']): Set<string> {
  const { schemas = {} } = document.components as { schemas?: Record<string, unknown> };
  const found = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node ?? null).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  const { pathItems, responses } = document.components ?? {};
  JSON.stringify([pathItems, responses], (key, value) => {
    if (key === 'content') follow(value);
    return value;
  });
  return found;
}

/** The clauses that state something that a body can break: not only a description. */
function clausesInBodies(document: Built['document']): string[] {
  const schemas = bodySchemas(document);
  const stated = [...clausesByPlace(document)].filter(([place]) => {
    const [, , kind, name = ''] = place.split('/');
    return kind === 'schemas' && schemas.has(name) && !/(?<!\/properties)\/description$/.test(place);
  });
  const ids = new Set(stated.flatMap(([, clauses]) => clauses));
  return [...readClauses(document).keys()].filter((id) => ids.has(id));
}
