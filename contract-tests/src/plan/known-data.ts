import type { ContractOperation } from './document.ts';

/** A right reply to the good request of an operation. */
export interface KnownSuccess {
  /** The parameters that were sent, without credentials. */
  parameters: Record<string, string>;
  /** The whole body; it keeps its schema. */
  body: unknown;
}

/** The right reply to an operation's good request, where it came before. */
export type EarlierSuccess = (operation: string) => KnownSuccess | undefined;

/** Where a value comes from: the user, an earlier reply, or the document's example. */
export type ValueSource = 'given' | 'earlier' | 'documented';

/** What is known of a service's data. Right replies add to it while the run goes on. */
export interface KnownData {
  /** A good value of a parameter. */
  value: (operation: string, parameter: string) => string;
  sourceOf: (parameter: string) => ValueSource;
  /** A value that keeps the rule and that the service has no entry for; only what the user gave. */
  missing: (parameter: string) => string | undefined;
  /** Takes a value from a reply. A documented one is preferred: the other documented values belong to it. */
  learn: (parameter: string, candidates: readonly string[]) => void;
  successes: Map<string, KnownSuccess>;
}

/**
 * @param given values by parameter; they win over all others
 * @param missing by parameter
 */
export function createKnownData(
  operations: readonly ContractOperation[],
  given: Readonly<Record<string, string>> = {},
  missing: Readonly<Record<string, string>> = {},
): KnownData {
  const documented = new Map(operations.map(({ entry, values }) => [entry.id, values]));
  const earlier = new Map<string, string>();
  return {
    value: (operation, name) => given[name] ?? earlier.get(name) ?? documented.get(operation)?.[name] ?? '',
    sourceOf: (name) => (name in given ? 'given' : earlier.has(name) ? 'earlier' : 'documented'),
    missing: (name) => missing[name],
    learn: (name, candidates) => {
      const isDocumented = (candidate: string) => operations.some(({ values }) => values[name] === candidate);
      const value = candidates.find(isDocumented) ?? candidates[0];
      if (value !== undefined) earlier.set(name, value);
    },
    successes: new Map(),
  };
}
