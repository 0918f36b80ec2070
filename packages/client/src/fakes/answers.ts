import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/contract';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import type { Bodies, Inputs, SuccessStatus } from '../client/queries.gen.ts';
import { success } from '../contract/contract.gen.ts';
import { isObject } from '../json.ts';
import type { OperationId } from '../operations/result.ts';
import { type Examples, examples } from './examples.gen.ts';

/** The response of a fake service as data, so that `{ ...answer, headers: { 'Retry-After': '1' } }` adds to it. */
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

/** Creates answers of one operation from the examples of the document. */
export interface AnswersOf<K extends OperationId> {
  /**
   * A success.
   * @param overrides replaces parts of the example. A list replaces the list of the example; fields that its items leave
   * out come from the items of the example.
   * @param example the name of an example. Default: the first.
   */
  ok(overrides?: Overrides<Bodies[K]>, example?: Examples[K][SuccessStatus]): Answer<K>;
  /** A failure that the document declares for the operation. Default: its first example. */
  status<Status extends Exclude<keyof Examples[K], SuccessStatus>>(
    status: Status,
    example?: Examples[K][Status],
  ): Answer<K>;
}

/**
 * The answer of each operation: always the same, or the result of a function of the inputs. The function may also return
 * a response. If it throws, the request fails as without a network.
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

/** Are told the operation of each answer. */
export const observers: Set<(operation: string) => void> = new Set();

/** A success of every operation. */
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
      `${operation}: expected a status of ${statuses} and the name of an example, got ${status} ${example}.`,
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

/** Whether a base URL is that of a page's own proxy (`createProxy`), whose requests have no credentials: `/vehicles`. */
export const isProxy = (baseUrl: string | undefined): boolean => baseUrl?.startsWith('/') ?? false;

/**
 * Finds the response to a query; undefined if there is no answer for its operation.
 * @param baseUrl the address that the response seems to come from; a path stands for a proxy
 * @returns a function that makes the response; it rejects if the answer is a function that throws
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

/** The parameters of a query with their documented types: an integer is a number. */
function inputsOf(operation: string, parameters: Record<string, string>): Record<string, string | number> {
  const rules = operationTable.operations.find(({ id }) => id === operation)?.parameters;
  const inputs = Object.entries(parameters).map(([name, value]) => {
    return [name, rules?.[name]?.type === 'integer' ? Number(value) : value];
  });
  return Object.fromEntries(inputs);
}
