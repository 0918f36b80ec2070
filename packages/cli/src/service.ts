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

/** The result of an operation that succeeded. */
export interface LookupSuccess {
  ok: true;
  /** The parsed data; with --raw the whole body. */
  data: unknown;
  /** The values of the body that could not be read. */
  issues: readonly Issue[];
}

export interface LookupFailure {
  ok: false;
  error: VehicleLookupError;
}

export type LookupOutcome = LookupSuccess | LookupFailure;

/** The value of an input. */
export type Value = string | number;

/** A service and an account. */
export interface ServiceAccess {
  baseUrl: string;
  user: string;
  /** Calls an operation, with its retries. */
  lookup(operation: CommandOperation, inputs: readonly Value[], options?: CallOptions): Promise<LookupOutcome>;
  /** A text that is the same for inputs that are sent in the same way, however they are written. */
  identify(operation: CommandOperation, inputs: readonly Value[]): string;
}

/** Says that a request waits. @param isLong for some seconds, so that people may think that the program hangs */
export type SayWait = (line: string, isLong: boolean) => void;

/** A wait of this many milliseconds is long. */
const LONG = 3_000;

/** The options of a client for a command line: account, limits, and messages about waits. */
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
    say(`${event.code}: retrying in ${Math.ceil(event.delay / 1000)} s${time}; --retries 0 does not wait`, isLong);
  };
  const onWait = (milliseconds: number) => {
    if (milliseconds < LONG) return;
    say(`waiting until ${clockText(Date.now() + milliseconds)}: the service takes no more requests before`, true);
  };
  const layers = [createLimiter({ onWait }), noteAllowance(account)];
  return { ...account, timeout, retry: { limit }, layers, onEvent };
}

/** The service of a command line. */
export const serviceOf = (options: CommonOptions, say: SayWait): ServiceAccess =>
  connect(clientOptions(options, say), options.raw === true);

/** Converts a word to the type that the client takes. The client checks the value. */
export const readValue = ({ type }: OperationInput, word: string): Value =>
  type === 'integer' && /^\d+$/.test(word) ? Number(word) : word;

/**
 * Makes the client callable by operationId.
 * @param isRaw return bodies as the service sent them, including those that the client cannot parse
 * @throws UsageError when the client rejects the address or the account
 */
export function connect(options: VehicleLookupOptions, isRaw: boolean): ServiceAccess {
  const client = withFlags(() => createVehicleLookup(options));
  const methods = client as unknown as Record<OperationId, (...given: unknown[]) => { safe(): Promise<LookupOutcome> }>;

  return {
    baseUrl: options.baseUrl,
    user: `${client.user}`,
    lookup: ({ id }, inputs, call = {}) => {
      const query = isRaw && queryOf(id, inputs);
      // Inputs that the client rejects have no query; its method reports the error.
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

/** The query that an operation sends; undefined for inputs that it rejects. */
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

/** The result of a function of the client, whose error names flags instead of options. @throws UsageError */
export function withFlags<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new UsageError(
      (error as Error).message.replace(/^.*?\b(baseUrl|user|key): /, (_, name) => `${FLAGS[name]}: `),
    );
  }
}
