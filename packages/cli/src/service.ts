import {
  type CallEvent,
  type CallOptions,
  createVehicleLookup,
  type Issue,
  type Layer,
  type OperationId,
  type VehicleLookupError,
  type VehicleLookupOptions,
} from '@vehicle-lookup/client';
import { createLimiter } from '@vehicle-lookup/client/limiter';
import { operations } from '@vehicle-lookup/client/operations';
import { UsageError } from '@vehicle-lookup/toolkit/command-line';
import { accountOf } from './account/account.ts';
import { noteAllowance } from './account/allowance.ts';
import type { KeptAccount } from './account/profiles.ts';
import type { CommandOperation, OperationInput } from './operation.ts';
import type { CommonOptions } from './options.ts';
import { clockText } from './output/failure.ts';
import { useProxy } from './proxy.ts';

/** The result of a successful operation. */
export interface LookupSuccess {
  ok: true;
  /** Parsed data, or the whole body with --raw. */
  data: unknown;
  /** Values in the body that could not be parsed. */
  issues: readonly Issue[];
}

export interface LookupFailure {
  ok: false;
  error: VehicleLookupError;
}

export type LookupOutcome = LookupSuccess | LookupFailure;

/** The value of an input. */
export type Value = string | number;

/** Access to a service with an account. */
export interface ServiceAccess {
  baseUrl: string;
  user: string;
  /** Calls an operation, including retries. */
  lookup(operation: CommandOperation, inputs: readonly Value[], options?: CallOptions): Promise<LookupOutcome>;
  /** Returns an identity for inputs. Inputs that produce the same query have the same identity. */
  identify(operation: CommandOperation, inputs: readonly Value[]): string;
}

/** Prints a message about a wait. @param isLong whether the wait is so long that users may think that the program hangs */
export type SayWait = (line: string, isLong: boolean) => void;

/** Minimum duration of a long wait in milliseconds. */
const LONG = 3_000;

/** Returns the client options for a command line: account, limits, and messages about waits. */
export function clientOptions(
  options: CommonOptions,
  say: SayWait,
): VehicleLookupOptions & KeptAccount & { layers: Layer[] } {
  const { timeout, retries: limit } = options;
  const account = accountOf(options);
  useProxy(account.baseUrl, (line) => say(line, true));
  const onEvent = (event: CallEvent) => {
    if (event.type !== 'retry' || event.delay < 1000) return;
    const isLong = event.delay >= LONG;
    const time = isLong ? `, at ${clockText(Date.now() + event.delay)}` : '';
    say(`${event.code}: retrying in ${Math.ceil(event.delay / 1000)} s${time}; --retries 0 disables retries`, isLong);
  };
  const onWait = (milliseconds: number) => {
    if (milliseconds < LONG) return;
    say(`waiting until ${clockText(Date.now() + milliseconds)}, when the service accepts requests again`, true);
  };
  const layers = [createLimiter({ onWait }), noteAllowance(account)];
  return { ...account, timeout, retry: { limit }, layers, onEvent };
}

/** Returns access to the service that the command-line options select. */
export const serviceOf = (options: CommonOptions, say: SayWait): ServiceAccess =>
  connect(clientOptions(options, say), options.raw === true);

/** Converts a word to the type that the client expects. The client validates the value. */
export const readValue = ({ type }: OperationInput, word: string): Value =>
  type === 'integer' && /^\d+$/.test(word) ? Number(word) : word;

/**
 * Creates a client whose operations are called by operationId.
 * @param isRaw whether to return bodies unchanged, including bodies that the client cannot parse
 * @throws UsageError if the client rejects the base URL or the account
 */
export function connect(options: VehicleLookupOptions, isRaw: boolean): ServiceAccess {
  const client = withFlags(() => createVehicleLookup(options));
  const methods = client as unknown as Record<OperationId, (...given: unknown[]) => { safe(): Promise<LookupOutcome> }>;

  return {
    baseUrl: options.baseUrl,
    user: `${client.user}`,
    lookup: ({ id }, inputs, call = {}) => {
      const query = isRaw && queryOf(id, inputs);
      // If the client rejects the inputs, there is no query, and the client method reports the error.
      if (!query) return methods[id as OperationId](...inputs, call).safe();
      const received = client.run(id, async (record): Promise<LookupSuccess> => {
        const { body, error } = await client.request(query, record, call);
        if (error) throw error;
        return { ok: true, data: body, issues: [] };
      });
      return received.catch((error: VehicleLookupError) => ({ ok: false, error }));
    },
    identify: ({ id }, inputs) => JSON.stringify(queryOf(id, inputs) ?? inputs),
  };
}

/** Returns the query that an operation sends, or undefined if the inputs are invalid. */
function queryOf(id: string, inputs: readonly Value[]): Record<string, unknown> | undefined {
  try {
    return operations[id]?.query(...inputs);
  } catch {
    return undefined;
  }
}

const FLAGS: Record<string, string> = {
  baseUrl: '--base-url',
  user: '--user',
  key: '--key-file or VEHICLE_LOOKUP_KEY',
};

/** Calls a client function and replaces option names in its errors with flags. @throws UsageError */
export function withFlags<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new UsageError(
      (error as Error).message.replace(/^.*?\b(baseUrl|user|key): /, (_, name) => `${FLAGS[name]}: `),
    );
  }
}
