import { failure, failureText, success } from './contract.gen.ts';
import { type Examples, fakes } from './examples.gen.ts';
import { readRequest } from './fake-request.ts';
import { isObject } from './kind.ts';
import type { OperationId } from './result.ts';
import type { Bodies, Inputs, SuccessStatus } from './selectors.gen.ts';

/** What a fake service answers: data, so that `{ ...answer, headers: { 'Retry-After': '1' } }` adds to it. */
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

/** Makes answers of one operation from the examples of the document. */
export interface AnswersOf<K extends OperationId> {
  /**
   * A success.
   * @param overrides replaces parts of the example. A list replaces the example's list; what its items leave out comes
   * from the example's items.
   * @param example the first one unless given
   */
  ok(overrides?: Overrides<Bodies[K]>, example?: Examples[K][SuccessStatus]): Answer<K>;
  /** A failure that the document declares for the operation; the first example unless given. */
  status<Status extends Exclude<keyof Examples[K], SuccessStatus>>(
    status: Status,
    example?: Examples[K][Status],
  ): Answer<K>;
}

/**
 * What is answered for each operation: always the same, or what a function makes of the inputs. The function may also
 * return a response of its own; when it throws, that is a fault of the network.
 */
export type Answers = {
  [K in OperationId]?:
    | Answer<K>
    | ((inputs: Inputs[K]) => Answer<K> | Response | Promise<Answer<K> | Response>)
    | undefined;
};

/** Makers of answers, one for each operation: `answers.getFluids.status(404)`. */
export const answers: { [K in OperationId]: AnswersOf<K> } = Object.fromEntries(
  Object.keys(fakes).map((id) => [
    id,
    {
      ok: (overrides?: unknown, example?: string) => answerOf(id, success, example, overrides),
      status: (status: number, example?: string) => answerOf(id, status, example),
    },
  ]),
) as never;

/** A success of every operation. */
export const successes: Answers = Object.fromEntries(
  Object.entries(answers).map(([id, { ok }]) => [id, () => ok()]),
) as Answers;

function answerOf(operation: string, status: number, name?: string, overrides?: unknown): Answer {
  const examples = fakes[operation]?.examples[status] ?? {};
  const [first] = Object.keys(examples);
  const example = name ?? first ?? '';
  if (!Object.hasOwn(examples, example)) {
    throw new TypeError(`${operation}: expected a declared status and the name of an example, got others.`);
  }
  return { operation: operation as OperationId, status, body: structuredClone(merge(examples[example], overrides)) };
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

/**
 * Finds what a fake service says to a query; undefined where its operation has no answer.
 * @returns a function that makes the response, and rejects with what a function among the answers throws
 */
export function responder(query: URLSearchParams, given: Answers): (() => Promise<Response>) | undefined {
  const reading = readRequest(query);
  if ('status' in reading) {
    const body = { ...failure, [failureText]: reading.message };
    return async () => Response.json(body, { status: reading.status });
  }
  const answer = given[reading.operation as OperationId] as
    | Answer
    | ((inputs: unknown) => Answer | Response)
    | undefined;
  return (
    answer &&
    (async () => {
      const made = typeof answer === 'function' ? await answer(reading.inputs) : answer;
      return made instanceof Response
        ? made
        : Response.json(made.body, { status: made.status, headers: made.headers ?? {} });
    })
  );
}
