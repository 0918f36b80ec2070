import { inline, type Place, type Resolve, referenceChain } from '../openapi/inline.ts';
import type { Document, Path } from '../openapi/openapi.ts';

/** A lint finding: a message with the expected and the actual value, and the location in the document without `$ref`s. */
export interface RuleFinding {
  message: string;
  at: Path;
}

/**
 * A lint rule as a pure function of a document in which every `$ref` is replaced by its target. A check ignores malformed parts
 * of the document, because Redocly's `struct` rule reports them.
 */
export type Check<Options = unknown> = (document: Document, options: Options) => RuleFinding[];

/** The part of Redocly's location that this package uses. */
interface Location {
  source: { absoluteRef: string };
  absolutePointer: string;
  child(keys: Path): Location;
  /** Returns the location of the key instead of the value. */
  key(): object;
}

/** The part of Redocly's visitor context that this package uses. */
interface Context {
  location: Location;
  resolve(node: { $ref: string }, from: string): { node?: unknown; location?: Location };
  report(problem: { message: string; location: object }): void;
}

/** Creates a Redocly rule from a check. A finding is reported once, in the file that contains the invalid node. */
export function rule<Options>(
  check: Check<Options>,
): (options: Options) => { Root: { leave(root: unknown, context: Context): void } } {
  return (options) => ({
    Root: {
      leave(node, context) {
        const root = { node, from: context.location };
        const resolve: Resolve<Location> = (ref, from) => {
          const { node, location } = context.resolve({ $ref: ref }, from.source.absoluteRef);
          return node !== undefined && location ? { node, from: location } : undefined;
        };
        const reported = new Set<string>();
        for (const { message, at } of check(inline(root, resolve) as Document, options)) {
          const { location, isMember } = locate(root, at, resolve);
          const id = `${location.absolutePointer} ${message}`;
          if (!reported.has(id)) context.report({ message, location: isMember ? location.key() : location });
          reported.add(id);
        }
      },
    },
  });
}

/** Returns the source position of a location. If the node is missing, returns the position of the object that should contain it. */
function locate(
  root: Place<Location>,
  at: Path,
  resolve: Resolve<Location>,
): { location: Location; isMember: boolean } {
  let place = root;
  let isMember = false;
  for (const key of at) {
    // A key next to a `$ref` takes precedence over the same key in the target.
    const chain = referenceChain(place, resolve);
    const owner = chain.find(({ node }) => Object.hasOwn(Object(node), key));
    if (!owner) {
      if (chain.length > 1) return { location: (chain.at(-1) as Place<Location>).from, isMember: false };
      break;
    }
    place = { node: (owner.node as Record<string | number, unknown>)[key], from: owner.from.child([key]) };
    isMember = !Array.isArray(owner.node);
  }
  return { location: place.from, isMember };
}
