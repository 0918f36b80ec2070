import { operationTable } from '@vehicle-lookup/operations';
import { exchange, type Sent, type Shown, type Timed, type Transport } from './exchange.ts';
import type { Purse } from './purse.ts';
import { requestText } from './request.ts';
import { withholdSecrets } from './withhold.ts';

/** Where the answers of a run come from: a service, or a recording. */
export interface Source {
  /**
   * @param shown the same request for a recording
   * @returns the answer without secrets, or why the request was not made
   */
  send: (sent: Sent, shown: Shown) => Promise<Timed | Unsent>;
  wait: (seconds: number) => Promise<void>;
  /** When the run began, in milliseconds since the epoch. */
  started: number;
  /** When it ended: at the first call. */
  ended: () => number;
  purse: Purse;
}

export interface Unsent {
  unsent: string;
  /** Whether no later request can be made either. */
  isFinal: boolean;
}

/** Why a run ends before its last request. */
export const OVERSPENT: Unsent = {
  unsent: 'a repeated request, or another run on the ledger, used up what the budget and the profile allow',
  isFinal: true,
};

/** Answers of a service. */
export function network(transport: Transport, now: () => number, secrets: readonly string[], purse: Purse): Source {
  let ended: number | undefined;
  return {
    send: async (sent, { request }) => {
      if (!purse.take(requestText(request, operationTable))) {
        return OVERSPENT;
      }
      const started = now();
      const result = withholdSecrets(await exchange(sent, transport), secrets);
      return { started, milliseconds: now() - started, result };
    },
    wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    started: now(),
    ended: () => {
      ended ??= now();
      return ended;
    },
    purse,
  };
}
