import { operationTable } from '@vehicle-lookup/operations';
import { addToHistory, readHistory } from './history/directory.ts';
import { resultsOf } from './history/past-result.ts';
import { createJudge } from './judge/judge.ts';
import { loadContract } from './load-contract.ts';
import { derivedSecrets } from './plan/credentials.ts';
import { contractDocument } from './plan/document.ts';
import type { PlanOptions } from './plan/options.ts';
import type { Pair } from './plan/request.ts';
import { planRun, type RunPlan } from './plan/run-plan.ts';
import { buildReport } from './report/build-report.ts';
import { conclude } from './report/conclude.ts';
import type { RunReport } from './report/report.ts';
import type { SendResult } from './run/reply.ts';
import { withholdSecrets } from './run/reply-source.ts';
import { RunError } from './run-error.ts';
import { readTraffic, type TrafficExchange } from './traffic/read-traffic.ts';
import { trafficRequest } from './traffic/traffic-request.ts';

/** How recorded traffic is judged. */
export interface TrafficOptions extends Pick<PlanOptions, 'assumptions' | 'strict' | 'label' | 'docs' | 'without'> {
  /** A directory of what runs saw: what the traffic showed is added, so that the next run asks for the rest. */
  history?: string;
}

/**
 * Judges traffic that another program has recorded, without a request: HAR of any tool, or NDJSON. Exchanges of other
 * interfaces are left out. Keys in the queries are masked wherever they are repeated.
 * @param files all belong to one service
 * @throws RunError when a file is neither, or holds no exchange of the interface; and as `verifyContract` does
 */
export async function judgeTraffic(files: readonly string[], options: TrafficOptions = {}): Promise<RunReport> {
  const exchanges = files.flatMap(readTraffic).filter(isOfInterface);
  const [first] = exchanges;
  if (!first) {
    throw new RunError(
      `judge: no exchange of the interface; expected requests by GET to an address that ends with ${operationTable.path}`,
    );
  }
  const ordered = exchanges.toSorted((a, b) => a.started - b.started);
  const { contract, valueRules, probes } = await loadContract(contractDocument(), operationTable);
  const { history, ...planOptions } = options;
  // It creates the directory, and refuses one of another version, before anything is judged.
  if (history !== undefined) readHistory(history, contract);
  const plan = planOf(first, exchanges, () =>
    planRun(
      {
        ...planOptions,
        baseUrl: new URL(first.url).origin,
        credentials: standIns(),
        target: 'service',
        profile: 'smoke',
      },
      contract,
    ),
  );
  // Several callers may have used the service: what one account has left says nothing.
  const ofOneCaller = new Map([...probes].filter(([id]) => id !== 'charging'));
  const judge = createJudge(plan, { valueRules, probes: ofOneCaller });
  let unclear = 0;
  for (const exchange of ordered) {
    const request = trafficRequest(pairsOf(exchange), exchange.status, contract);
    if (!request) {
      unclear += 1;
      continue;
    }
    const { started, milliseconds } = exchange;
    const result = withholdSecrets(resultOf(exchange), plan.secrets);
    judge.add({ request, required: false, result, received: started + milliseconds, milliseconds });
  }
  const last = ordered.at(-1) ?? first;
  const run = {
    started: first.started,
    ended: last.started + last.milliseconds,
    spending: { planned: 0, spent: 0, consultations: { planned: 0, spent: 0 } },
    repeats: [],
  };
  const report = buildReport(plan, { ...run, started: ordered[0]?.started ?? run.started }, judge.finish(undefined));
  const withNotes = { ...report, notes: [...report.notes, ...notesOn(exchanges, unclear)] };
  return conclude(withNotes, history === undefined ? withNotes.failure : keep(history, withNotes, run.ended));
}

const isOfInterface = ({ method, url }: TrafficExchange): boolean => {
  if (!URL.canParse(url)) return false;
  const { pathname } = new URL(url);
  const { path } = operationTable;
  return method === operationTable.method && (pathname.endsWith(path) || `${pathname}/`.endsWith(path));
};

const pairsOf = ({ url }: TrafficExchange): Pair[] => [...new URL(url).searchParams];

const standIns = (): Record<string, string> =>
  Object.fromEntries(operationTable.credentials.map((name) => [name, `${name} of the traffic`]));

/** A plan of no request: what is judged comes from the files. */
function planOf(first: TrafficExchange, exchanges: readonly TrafficExchange[], create: () => RunPlan): RunPlan {
  const sent = exchanges
    .flatMap(pairsOf)
    .flatMap(([name, value]) => (operationTable.secrets.includes(name) ? [value] : []));
  const secrets = [...new Set(sent.filter((value) => value !== '' && !/^\*+$/.test(value)))];
  const { origin, pathname } = new URL(first.url);
  return {
    ...create(),
    requests: [],
    profile: 'traffic',
    address: `${origin}${pathname}`,
    secrets: [...secrets, ...secrets.flatMap(derivedSecrets)],
  };
}

function resultOf({ status, headers, body }: TrafficExchange): SendResult {
  if (status === 0) return { error: 'the recording has no reply' };
  // The program may have decoded it: the header no longer says how the bytes are encoded.
  const kept = headers.filter(([name]) => name !== 'content-encoding');
  return body === undefined
    ? { status, headers: kept, body: new Uint8Array(), unread: 'withheld' }
    : { status, headers: kept, body };
}

/** What the files could not show. */
function notesOn(exchanges: readonly TrafficExchange[], unclear: number): string[] {
  const count = (holds: (exchange: TrafficExchange) => boolean) => exchanges.filter(holds).length;
  const texts: [number, string][] = [
    [count(({ isDecoded }) => isDecoded), 'were decoded when they were recorded: their encoding was not judged'],
    [count(({ body }) => body === undefined), 'have no body in the recording: only status and headers were judged'],
    [count(({ headers }) => headers.length <= 1), 'have no headers in the recording: none were judged'],
    [unclear, 'select no operation, or make two mistakes at once: they were not judged'],
  ];
  return [
    `${exchanges.length} recorded replies were judged; no request was made`,
    ...texts.flatMap(([number, text]) => (number === 0 ? [] : [`${number} of ${exchanges.length} replies ${text}`])),
  ];
}

function keep(
  history: string,
  { contract, label, address, verdict, made }: RunReport,
  ended: number,
): string | undefined {
  const at = new Date(ended).toISOString();
  // A reply that is wrong counts more than one that is right.
  const results = resultsOf(made, at).toSorted((a, b) => (a.state === b.state ? 0 : a.state === 'fail' ? 1 : -1));
  const run = {
    contract,
    ...(label === undefined ? {} : { label }),
    address,
    verdict,
    results: results.map((result) => ({ ...result, isTraffic: true as const })),
  };
  return addToHistory(history, run, at);
}
