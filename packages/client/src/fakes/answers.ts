import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/contract';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import type { Bodies, Inputs, SuccessStatus } from '../client/queries.gen.ts';
import { success } from '../contract/contract.gen.ts';
import { isObject } from '../json.ts';
import type { OperationId } from '../operations/result.ts';
import { type Examples, examples } from './examples.gen.ts';

/** The response of a fake service as a plain object: `{ ...answer, headers: { 'Retry-After': '1' } }` adds a header. */
export interface Answer<K extends OperationId = OperationId> {
  operation: K;
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Any part of a value. */
export type Overrides<T> = T extends readonly (infer Item)[]
  ? Overrides<Item>[]
  : T extends object
    ? { [Name in keyof T]?: Overrides<T[Name]> }
    : T;

/** Functions that create answers for one operation from the examples in the document. */
export interface AnswersOf<K extends OperationId> {
  /** Returns a success.
   * @param overrides replaces parts of the example. A list replaces the example's list; missing fields of its items are taken
   * from the example's items.
   * @param example the name of an example. Default: the first example.
   */
  ok(overrides?: Overrides<Bodies[K]>, example?: Examples[K][SuccessStatus]): Answer<K>;
  /** Returns a failure that the document declares for the operation. Default: the first example for the status. */
  status<Status extends Exclude<keyof Examples[K], SuccessStatus>>(
    status: Status,
    example?: Examples[K][Status],
  ): Answer<K>;
}

/**
 * The answer for each operation: a fixed answer, or a function of the inputs. The function may also return a response. If the
 * function throws an error, the request fails as if there were no network.
 */
export type Answers = {
  [K in OperationId]?:
    | Answer<K>
    | ((inputs: Inputs[K]) => Answer<K> | Response | Promise<Answer<K> | Response>)
    | undefined;
};

/** Functions that create answers, for each operation: `answers.getFluids.status(404)`. */
export const answers: { [K in OperationId]: AnswersOf<K> } = Object.fromEntries(
  Object.keys(examples).map((id) => [
    id,
    {
      ok: (overrides?: unknown, example?: string) => answerOf(id, success, example, overrides),
      status: (status: number, example?: string) => answerOf(id, status, example),
    },
  ]),
) as never;

/** Callbacks that receive each answer's operation. */
export const observers: Set<(operation: string) => void> = new Set();

/** A successful answer for every operation. */
export const successes: Answers = Object.fromEntries(
  Object.entries(answers).map(([id, { ok }]) => [id, () => ok()]),
) as Answers;

function answerOf(operation: string, status: number, name?: string, overrides?: unknown): Answer {
  const bodies = examples[operation]?.[status] ?? {};
  const [first] = Object.keys(bodies);
  const example = name ?? first ?? '';
  if (!Object.hasOwn(bodies, example)) {
    const statuses = Object.keys(examples[operation] ?? {}).join(', ');
    throw new TypeError(
      `${operation}: expected one of the statuses ${statuses}, and the name of an example for it, got ${status} ${example}.`,
    );
  }
  return { operation: operation as OperationId, status, body: structuredClone(merge(bodies[example], overrides)) };
}

function merge(example: unknown, override: unknown): unknown {
  if (override === undefined) return example;
  if (Array.isArray(override)) {
    const items = Array.isArray(example) ? example : [];
    return override.map((item, index) => merge(items[index] ?? items[0], item));
  }
  if (!isObject(example) || !isObject(override)) return override;
  const names = Object.keys(override);
  return { ...example, ...Object.fromEntries(names.map((name) => [name, merge(example[name], override[name])])) };
}

/** Reports whether a base URL is the path of a page's own proxy (`createProxy`), whose requests have no credentials: `/vehicles`. */
export const isProxy = (baseUrl: string | undefined): boolean => baseUrl?.startsWith('/') ?? false;

/**
 * Finds the response to a query; undefined if the query's operation has no answer.
 * @param baseUrl the base URL of the simulated service; a path refers to a proxy
 * @returns a function that creates the response, and that rejects if the answer is a function that throws an error
 */
export function responder(
  query: URLSearchParams,
  given: Answers,
  baseUrl?: string,
): (() => Promise<Response>) | undefined {
  const resolution = isProxy(baseUrl)
    ? resolve({ ...operationTable, credentials: [] }, query)
    : resolveOperation(query);
  if (!resolution.ok) {
    const { message, status } = resolution.error;
    return async () => Response.json(errorBody(message), { status });
  }
  const { operation, parameters } = resolution;
  const answer = given[operation] as Answer | ((inputs: unknown) => Answer | Response) | undefined;
  return (
    answer &&
    (async () => {
      const made = typeof answer === 'function' ? await answer(inputsOf(operation, parameters)) : answer;
      for (const observe of observers) observe(operation);
      return made instanceof Response
        ? made
        : Response.json(made.body, { status: made.status, headers: made.headers ?? {} });
    })
  );
}

/** Returns the query parameters as values of their documented types, such as a number for an integer. */
function inputsOf(operation: string, parameters: Record<string, string>): Record<string, string | number> {
  const rules = operationTable.operations.find(({ id }) => id === operation)?.parameters;
  const inputs = Object.entries(parameters).map(([name, value]) => {
    return [name, rules?.[name]?.type === 'integer' ? Number(value) : value];
  });
  return Object.fromEntries(inputs);
}
