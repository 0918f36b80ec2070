import type { OperationTable } from '@vehicle-lookup/selectors';
import { isCharged } from './charging.ts';
import type { HttpRequest, MaskedRequest, TimedResult } from './exchange.ts';
import type { UnsentRequest } from './observation.ts';
import { isReply } from './reply.ts';
import type { RequestBudget } from './request-budget.ts';
import { requestText } from './request-text.ts';
import { send, type Transport } from './send.ts';
import { withholdSecrets } from './withhold-secrets.ts';

/** Where the replies of a run come from: a service, or a recording. */
export interface ReplySource {
  /** @returns the reply without secrets, or why the request was not sent */
  send: (request: HttpRequest, masked: MaskedRequest) => Promise<TimedResult | UnsentRequest>;
  wait: (seconds: number) => Promise<void>;
  /** When the run began, in milliseconds since the epoch. */
  started: number;
  /** When it ended: at the first call. */
  ended: () => number;
  budget: RequestBudget;
}

/** Why a run ends before its last request. */
export const BUDGET_USED_UP: UnsentRequest = {
  state: 'not-observed',
  notSent: 'a repeated request, or another run on the ledger, used up what the budget and the profile allow',
  isFinal: true,
};

/** Somebody ended the run: the request that was being made has no result. */
const ENDED: UnsentRequest = { state: 'not-observed', notSent: 'the run was ended from outside', isFinal: true };

/** What requests are sent with. */
export interface NetworkOptions {
  table: OperationTable;
  transport: Transport;
  /** Milliseconds since the epoch. */
  now: () => number;
  secrets: readonly string[];
  budget: RequestBudget;
}

/** Sends requests to a service. */
export function createNetworkSource({ table, transport, now, secrets, budget }: NetworkOptions): ReplySource {
  let ended: number | undefined;
  return {
    send: async (http, { request }) => {
      if (transport.signal?.aborted) return ENDED;
      const text = requestText(request, table);
      const isExpected = isCharged(request.status, request);
      if (!budget.take(text, isExpected)) return BUDGET_USED_UP;
      const started = now();
      const result = withholdSecrets(await send(http, transport), secrets);
      if (transport.signal?.aborted) return ENDED;
      budget.settle(text, isExpected, isReply(result) && isCharged(String(result.status), request));
      return { started, milliseconds: now() - started, result };
    },
    wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    started: now(),
    ended: () => {
      ended ??= now();
      return ended;
    },
    budget,
  };
}
