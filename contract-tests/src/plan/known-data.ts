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
  /** Which response should have given a value of a parameter and did not, as a clause of a sentence. */
  missedBy: (parameter: string) => string | undefined;
  /** The response that gave one of these values of one request, where it was a response to the others. */
  giverOf: (values: Pairs) => ValueGiver | undefined;
  /** A value that keeps the rule and that the service has no entry for; only what the user gave. */
  missing: (parameter: string) => string | undefined;
  /** The value of a parameter in requests with the second value of this parameter, or of the one that it depends on. */
  second: (parameter: string, of: string) => string | undefined;
  /**
   * Takes a value from the first response that has one that keeps the parameter's rule. A documented one is preferred: the other
   * documented values belong to it.
   * @param origin the request, and what is wrong with its response
   */
  learn: (parameter: string, candidates: readonly string[], origin: ValueOrigin) => void;
  successes: Map<string, KnownSuccess>;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** A request without its credentials. */
interface Asked {
  operation: string;
  query: Pairs;
}

/** The response that gives a value, or should. */
export interface ValueOrigin {
  request: Asked;
  /** The parameter of which the second value was asked for. */
  second?: string | undefined;
  /** What is wrong with it, in a few words; undefined of a valid response. */
  fault: string | undefined;
}

/** The response that gave a value of a later request: `listModels of bmw gave the model m3`, and its request. */
export interface ValueGiver {
  text: string;
  by: Asked;
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
  const byId = new Map(operations.map((operation) => [operation.entry.id, operation]));
  const earlier = new Map<string, string>();
  const missed = new Map<string, string>();
  /** By name and value of a parameter. */
  const givers = new Map<string, ValueGiver[]>();
  const seconds = new Map<string, string>();
  const askedBy = ({ operation, query }: Asked): Pairs =>
    query.filter(([name]) => name in (byId.get(operation)?.entry.parameters ?? {}));
  const keepsRule = (name: string, value: string): boolean =>
    operations.every(({ entry: { parameters } }) => {
      const rule = parameters[name];
      return rule === undefined || checkParameter(rule, value) === undefined;
    });
  return {
    value: (operation, name) => given[name] ?? earlier.get(name) ?? byId.get(operation)?.values[name] ?? '',
    sourceOf: (name) => (name in given ? 'given' : earlier.has(name) ? 'earlier' : 'documented'),
    missedBy: (name) => missed.get(name),
    giverOf: (values) =>
      values
        .flatMap(([name, value]) => givers.get(`${name} ${value}`) ?? [])
        .find(({ by }) => {
          const asked = askedBy(by);
          return values.filter(([name, value]) => !asked.some(([n, v]) => n === name && v === value)).length <= 1;
        }),
    missing: (name) => missing[name],
    second: (name, of) => seconds.get(`${of} ${name}`),
    learn: (name, candidates, { request, second, fault }) => {
      const asked = askedBy(request).map(([, value]) => value);
      const response = [request.operation, ...(asked.length > 0 ? [`of ${asked.join(', ')}`] : [])].join(' ');
      for (const candidate of candidates) {
        const text = `${response} gave the ${name} ${candidate}`;
        const before = givers.get(`${name} ${candidate}`) ?? [];
        if (before.every((giver) => giver.text !== text))
          givers.set(`${name} ${candidate}`, [...before, { text, by: request }]);
      }
      const learnSecond = (of: string, value: string | undefined) => {
        if (value !== undefined && !seconds.has(`${of} ${name}`)) seconds.set(`${of} ${name}`, value);
      };
      const isDocumented = (candidate: string) => operations.some(({ values }) => values[name] === candidate);
      const usable = candidates.filter((candidate) => keepsRule(name, candidate));
      if (second !== undefined) return learnSecond(second, usable[0]);
      const first = earlier.get(name) ?? usable.find(isDocumented) ?? usable[0];
      learnSecond(
        name,
        usable.find((candidate) => candidate !== (given[name] ?? first)),
      );
      if (first !== undefined) earlier.set(name, first);
      else if (!missed.has(name)) missed.set(name, `${response} gave no ${name}: ${fault ?? 'none in its response'}`);
    },
    successes: new Map(),
  };
}
