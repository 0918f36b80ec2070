import type { DocumentedOperation } from './document.ts';

/** Where a value comes from: the user, an earlier answer, or the document's example. */
export type Source = 'given' | 'earlier' | 'documented';

/** The parameter values of good requests, as far as they are known at the moment. */
export interface Values {
  of: (operation: string, name: string) => string;
  sourceOf: (name: string) => Source;
  /** A value that keeps the rule and that the service has no entry for; only what the user gave. */
  missing: (name: string) => string | undefined;
  /** Takes over what an answer told. A documented value among it is kept: what else is known belongs to it. */
  learn: (name: string, candidates: readonly string[]) => void;
}

/**
 * @param given by parameter name; wins over all else
 * @param missing by parameter name
 */
export function valuesOf(
  operations: readonly DocumentedOperation[],
  given: Readonly<Record<string, string>> = {},
  missing: Readonly<Record<string, string>> = {},
): Values {
  const documented = new Map(operations.map(({ entry, values }) => [entry.id, values]));
  const all = (name: string) => operations.flatMap(({ values }) => values[name] ?? []);
  const earlier = new Map<string, string>();
  return {
    of: (operation, name) => given[name] ?? earlier.get(name) ?? documented.get(operation)?.[name] ?? '',
    sourceOf: (name) => (name in given ? 'given' : earlier.has(name) ? 'earlier' : 'documented'),
    missing: (name) => missing[name],
    learn: (name, candidates) => {
      const value = candidates.find((candidate) => all(name).includes(candidate)) ?? candidates[0];
      if (value !== undefined) earlier.set(name, value);
    },
  };
}
