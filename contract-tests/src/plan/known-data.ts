import { checkParameter } from '@vehicle-lookup/openapi/selectors';
import type { ContractOperation } from './document.ts';

/** A valid response to the valid request of an operation. */
export interface KnownSuccess {
  /** The parameters that were sent, without credentials. */
  parameters: Record<string, string>;
  /** The whole body; it keeps its schema. */
  body: unknown;
}

/** The valid response to an operation's valid request, where it came before. */
export type EarlierSuccess = (operation: string) => KnownSuccess | undefined;

/** What is known of a service's data. Responses add to it while the run goes on. */
export interface KnownData {
  /** A good value of a parameter. */
  value: (operation: string, parameter: string) => string;
  /** Where a value comes from: the user, an earlier response, or the document's example. */
  sourceOf: (parameter: string) => 'given' | 'earlier' | 'documented';
  /** Which response gave the value of a parameter, or which one should have given one and did not, as a clause of a sentence. */
  originOf: (parameter: string) => string | undefined;
  /** The operation whose response gave the value of a parameter. */
  giverOf: (parameter: string) => string | undefined;
  /** A value that keeps the rule and that the service has no entry for; only what the user gave. */
  missing: (parameter: string) => string | undefined;
  /** The value of a parameter in requests with the second value of this parameter, or of the one that it depends on. */
  second: (parameter: string, of: string) => SecondValue | undefined;
  /**
   * Takes a value from the first response that has one that keeps the parameter's rule. A documented one is preferred: the other
   * documented values belong to it.
   * @param origin the request, and what is wrong with its response
   */
  learn: (parameter: string, candidates: readonly string[], origin: ValueOrigin) => void;
  successes: Map<string, KnownSuccess>;
}

/** A further value that a response gave. */
export interface SecondValue {
  value: string;
  /** Which response gave it, as a clause of a sentence. */
  origin: string;
  giver: string;
}

/** The response that gives a value, or should. */
export interface ValueOrigin {
  operation: string;
  /** The parameter of which the second value was asked for. */
  second?: string | undefined;
  /** The values that it was asked for: `bmw`. */
  asked: readonly string[];
  /** What is wrong with it, in a few words; undefined of a valid response. */
  fault: string | undefined;
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
  const origins = new Map<string, string>();
  const givers = new Map<string, string>();
  const seconds = new Map<string, SecondValue>();
  const keepsRule = (name: string, value: string): boolean =>
    operations.every(({ entry: { parameters } }) => {
      const rule = parameters[name];
      return rule === undefined || checkParameter(rule, value) === undefined;
    });
  return {
    value: (operation, name) => given[name] ?? earlier.get(name) ?? documented.get(operation)?.[name] ?? '',
    sourceOf: (name) => (name in given ? 'given' : earlier.has(name) ? 'earlier' : 'documented'),
    originOf: (name) => origins.get(name),
    giverOf: (name) => givers.get(name),
    missing: (name) => missing[name],
    second: (name, of) => seconds.get(`${of} ${name}`),
    learn: (name, candidates, { operation, asked, fault, second }) => {
      const isDocumented = (candidate: string) => operations.some(({ values }) => values[name] === candidate);
      const usable = candidates.filter((candidate) => keepsRule(name, candidate));
      const response = [operation, ...(asked.length > 0 ? [`of ${asked.join(', ')}`] : [])].join(' ');
      const originOf = (value: string) => `${response} gave the ${name} ${value}`;
      const learnSecond = (of: string, value: string | undefined) => {
        if (value === undefined || seconds.has(`${of} ${name}`)) return;
        seconds.set(`${of} ${name}`, { value, origin: originOf(value), giver: operation });
      };
      if (second !== undefined) return learnSecond(second, usable[0]);
      const first = earlier.get(name) ?? usable.find(isDocumented) ?? usable[0];
      learnSecond(
        name,
        usable.find((candidate) => candidate !== (given[name] ?? first)),
      );
      if (earlier.has(name)) return;
      if (first !== undefined) {
        earlier.set(name, first);
        givers.set(name, operation);
        origins.set(name, originOf(first));
      } else if (!origins.has(name)) {
        origins.set(name, `${response} gave no ${name}: ${fault ?? 'none in its response'}`);
      }
    },
    successes: new Map(),
  };
}
