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
  /**
   * The value that a response gave for a parameter.
   * @param second of the requests with the second value of this parameter, or of the one that it depends on
   */
  gave: (parameter: string, second?: string) => LearntValue | undefined;
  /** Which response should have given a value of a parameter, and did not, as a clause of a sentence. */
  missedBy: (parameter: string) => string | undefined;
  /** A value that keeps the rule and that the service has no entry for; only what the user gave. */
  missing: (parameter: string) => string | undefined;
  /**
   * Takes a value from the first response that has one that keeps the parameter's rule. A documented one is preferred: the other
   * documented values belong to it.
   * @param origin the request, and what is wrong with its response
   */
  learn: (parameter: string, candidates: readonly string[], origin: ValueOrigin) => void;
  successes: Map<string, KnownSuccess>;
}

/** A value that a response gave. */
export interface LearntValue {
  value: string;
  /** Which response gave it, as a clause of a sentence. */
  text: string;
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
  const learnt = new Map<string, LearntValue>();
  const missed = new Map<string, string>();
  const keyOf = (name: string, second = '') => `${second} ${name}`;
  const gave: KnownData['gave'] = (name, second) => learnt.get(keyOf(name, second));
  const keepsRule = (name: string, value: string): boolean =>
    operations.every(({ entry: { parameters } }) => {
      const rule = parameters[name];
      return rule === undefined || checkParameter(rule, value) === undefined;
    });
  return {
    value: (operation, name) => given[name] ?? gave(name)?.value ?? documented.get(operation)?.[name] ?? '',
    sourceOf: (name) => (name in given ? 'given' : gave(name) ? 'earlier' : 'documented'),
    gave,
    missedBy: (name) => missed.get(name),
    missing: (name) => missing[name],
    learn: (name, candidates, { operation, asked, fault, second }) => {
      const isDocumented = (candidate: string) => operations.some(({ values }) => values[name] === candidate);
      const usable = candidates.filter((candidate) => keepsRule(name, candidate));
      const response = [operation, ...(asked.length > 0 ? [`of ${asked.join(', ')}`] : [])].join(' ');
      const keep = (value: string | undefined, of?: string) => {
        if (value === undefined || gave(name, of)) return;
        learnt.set(keyOf(name, of), { value, text: `${response} gave the ${name} ${value}`, giver: operation });
      };
      if (second !== undefined) return keep(usable[0], second);
      keep(usable.find(isDocumented) ?? usable[0]);
      const first = given[name] ?? gave(name)?.value;
      keep(
        usable.find((candidate) => candidate !== first),
        name,
      );
      if (!gave(name) && !missed.has(name)) {
        missed.set(name, `${response} gave no ${name}: ${fault ?? 'none in its response'}`);
      }
    },
    successes: new Map(),
  };
}
