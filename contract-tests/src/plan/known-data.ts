import { checkParameter } from '@vehicle-lookup/openapi/selectors';
import type { ContractOperation } from './document.ts';

/** A valid response to the valid request of an operation. */
export interface KnownSuccess {
  /** The sent parameters, without credentials. */
  parameters: Record<string, string>;
  /** The whole body, which matches its schema. */
  body: unknown;
}

/** Returns an earlier valid response to an operation's valid request, if available. */
export type EarlierSuccess = (operation: string) => KnownSuccess | undefined;

/** The known data of a service. Responses add values during the run. */
export interface KnownData {
  /** Returns a valid value of a parameter. */
  value: (operation: string, parameter: string) => string;
  /** Returns the source of a value: the user, an earlier response, or the document's example. */
  sourceOf: (parameter: string) => 'given' | 'earlier' | 'documented';
  /** Describes the response that should have provided a parameter value and did not. */
  missedBy: (parameter: string) => string | undefined;
  /** Returns the response that provided one of a request's values, if the request for that response contained the other values. */
  giverOf: (values: Pairs) => ValueGiver | undefined;
  /** Returns a valid value for which the service has no entry, if the user provided such a value. */
  missing: (parameter: string) => string | undefined;
  /** Returns a parameter value for requests with the second value of `of`: this parameter, or a parameter on which it depends. */
  second: (parameter: string, of: string) => string | undefined;
  /**
   * Stores a parameter value from the first response with a valid value. A documented value is preferred, because the other
   * documented values belong to it.
   * @param origin the request, and the fault of its response
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

/** The response that provides a value, or should provide it. */
export interface ValueOrigin {
  request: Asked;
  /** The parameter whose second value was requested. */
  second?: string | undefined;
  /** A short description of the fault. Undefined for a valid response. */
  fault: string | undefined;
}

/** The response that provided a value for a later request, such as `listModels of bmw returned the model m3`, and its request. */
export interface ValueGiver {
  text: string;
  by: Asked;
}

/**
 * Creates the data of a run from the documented values and the values provided by the user.
 * @param given values by parameter, which take precedence
 * @param missing values without an entry in the service, by parameter
 */
export function createKnownData(
  operations: readonly ContractOperation[],
  given: Readonly<Record<string, string>> = {},
  missing: Readonly<Record<string, string>> = {},
): KnownData {
  const byId = new Map(operations.map((operation) => [operation.entry.id, operation]));
  const earlier = new Map<string, string>();
  const missed = new Map<string, string>();
  /** The responses that provided a value, by parameter name and value. */
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
        const text = `${response} returned the ${name} ${candidate}`;
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
      else if (!missed.has(name))
        missed.set(name, `${response} returned no ${name}: ${fault ?? 'not in its response'}`);
    },
    successes: new Map(),
  };
}
