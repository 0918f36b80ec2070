import { resolveOperation } from '@vehicle-lookup/contract';
import { path } from '../../contract/contract.gen.ts';
import type { OperationMethod } from '../../operations/define.ts';
import { operations } from '../../operations/operations.gen.ts';
import { resultPromise } from '../../operations/result.ts';
import { observers } from '../answers.ts';
import { joinUsage, type OperationUsage, type UsageFile } from './usage.ts';
import { watchResult } from './watch.ts';

/** Detects whether code runs within a client method, even after an `await`. */
export interface MethodScope {
  run<T>(work: () => T): T;
  isInside(): boolean;
}

export interface UsageNotes {
  /** Returns the sorted usage so far. */
  operations(): UsageFile['operations'];
  /** Stops recording and restores the methods and `fetch`. */
  stop(): void;
}

/**
 * Records the API usage of this process in the methods of every client that is created from now on. Other calls, such as calls
 * to `createFetch`, are observed in the fakes of this package and in the global `fetch`.
 * @param onNew called when a usage is recorded for the first time
 */
export function startNotes(scope: MethodScope, onNew: () => void): UsageNotes {
  const noted = new Map<string, { operation: string; usage: OperationUsage }>();
  const note = (operation: string, usage: OperationUsage): void => {
    const name = JSON.stringify([operation, usage]);
    if (noted.has(name)) return;
    noted.set(name, { operation, usage });
    onNew();
  };
  const listenerOf = (operation: string) => ({
    read: (place: string) => note(operation, { reads: [place], failures: [] }),
    failure: (failure: OperationUsage['failures'][number]) => note(operation, { reads: [], failures: [failure] }),
  });

  const original = { ...operations };
  for (const [id, method] of Object.entries(original)) {
    const watched: (...given: Parameters<OperationMethod>) => ReturnType<OperationMethod> = (connection, ...given) => {
      note(id, { reads: [], failures: [] });
      const listener = listenerOf(id);
      return resultPromise(
        scope.run(() => method(connection, ...given).safe()).then((result) => watchResult(result, id, listener)),
      );
    };
    operations[id] = Object.assign(watched, { query: method.query }) as OperationMethod;
  }

  // The fields that are read from this response cannot be observed.
  const observe = (operation: string): void => {
    if (!scope.isInside()) note(operation, { reads: 'all', failures: [] });
  };
  observers.add(observe);
  const { fetch } = globalThis;
  const observed: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const selected = url.pathname.endsWith(path) ? resolveOperation(url.searchParams) : undefined;
    if (selected?.ok) observe(selected.operation);
    return response;
  };
  globalThis.fetch = observed;

  return {
    operations: () => joinUsage([...noted.values()].map(({ operation, usage }) => ({ [operation]: usage }))),
    stop() {
      Object.assign(operations, original);
      observers.delete(observe);
      // Another tool may have replaced the global `fetch` with a function that calls this one.
      if (globalThis.fetch === observed) globalThis.fetch = fetch;
    },
  };
}
