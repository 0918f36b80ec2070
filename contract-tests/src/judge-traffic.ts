import { operationTable } from '@vehicle-lookup/contract';
import { readTraffic, type Traffic, TrafficError, type TrafficExchange } from '@vehicle-lookup/contract/recording';
import { addToHistory, readHistory } from './history/directory.ts';
import { resultsOf } from './history/past-result.ts';
import { createJudge } from './judge/judge.ts';
import { notesOn, trafficRequest, unreadableResponse, whyUnjudged } from './judge/traffic-request.ts';
import { loadContract } from './load-contract.ts';
import type { VerifiedContract } from './plan/contract.ts';
import { derivedSecrets } from './plan/credentials.ts';
import { contractDocument } from './plan/document.ts';
import type { PlanOptions } from './plan/options.ts';
import type { Pair } from './plan/request.ts';
import { planRun, type RunPlan } from './plan/run-plan.ts';
import { buildReport } from './report/build-report.ts';
import type { RunReport } from './report/report.ts';
import { conclude } from './report/verdict.ts';
import type { SendResult } from './run/response.ts';
import { withholdSecrets } from './run/response-source.ts';
import { RunError } from './run-error.ts';

/** Options for judging recorded traffic. */
export interface TrafficOptions extends Pick<PlanOptions, 'assumptions' | 'strict' | 'label' | 'without'> {
  /** A directory of run results, to which the traffic is added. The next run sends only the remaining requests. */
  history?: string;
}

/**
 * Judges traffic that another program has recorded (HAR or NDJSON), without sending requests. Exchanges with other APIs are
 * omitted. Keys from the queries are masked everywhere.
 * @param files the recordings, all of one service
 * @throws RunError if a file has an unsupported format or contains no exchange with the API, or if `verifyContract` would throw
 */
export async function judgeTraffic(files: readonly string[], options: TrafficOptions = {}): Promise<RunReport> {
  const traffic = files.map(readFile);
  const exchanges = traffic.flatMap((one) => one.exchanges).filter(isOfInterface);
  const [first] = exchanges;
  if (!first) {
    throw new RunError(
      `judge: no exchange with the API; expected GET requests to a URL that ends with ${operationTable.path}`,
    );
  }
  const ordered = exchanges.toSorted((a, b) => (a.started ?? 0) - (b.started ?? 0));
  const contract = loadContract(contractDocument(), operationTable);
  const { history, ...planOptions } = options;
  // Before judging, this call creates the directory, or rejects a directory that belongs to another contract version.
  if (history !== undefined) readHistory(history, contract);
  const plan = planOf(first, exchanges, planOptions, contract);
  const judge = createJudge(plan, true);
  const isWithout = createCredentialCheck(exchanges);
  const unjudged: string[] = [];
  let otherCredentials = 0;
  for (const exchange of ordered) {
    const { status, started, milliseconds } = exchange;
    const hasOtherCredentials = isWithout(exchange);
    const request = trafficRequest(contract, pairsOf(exchange), status, hasOtherCredentials, plan.known);
    const why = whyUnjudged(exchange);
    if (why !== undefined || !request) {
      unjudged.push(why ?? 'belong to requests that select no operation or have two errors');
      continue;
    }
    if (hasOtherCredentials) otherCredentials += 1;
    const result = withholdSecrets(resultOf(exchange), plan.secrets);
    const received = started === undefined ? undefined : started + milliseconds;
    judge.add({ request, required: false, result, milliseconds, received });
  }
  const cutLines = traffic.reduce((sum, one) => sum + one.cutLines, 0);
  const notes = notesOn(exchanges, unjudged, cutLines, otherCredentials);
  if (unjudged.length === exchanges.length)
    throw new RunError(`judge: no response can be judged: ${notes.slice(1).join('; ')}`);
  const last = ordered.at(-1) ?? first;
  const run = {
    started: ordered[0]?.started ?? 0,
    ended: (last.started ?? 0) + last.milliseconds,
    spending: { planned: 0, spent: 0, consultations: { planned: 0, spent: 0 } },
    repeats: [],
  };
  const report = buildReport(plan, run, judge.finish(undefined));
  const withNotes = { ...report, notes: [...report.notes, ...notes] };
  return conclude(withNotes, history === undefined ? withNotes.failure : keep(history, withNotes, run.ended));
}

const isOfInterface = ({ method, url }: TrafficExchange): boolean => {
  if (!URL.canParse(url)) return false;
  const { pathname } = new URL(url);
  const { path } = operationTable;
  return method === operationTable.method && (pathname.endsWith(path) || `${pathname}/`.endsWith(path));
};

const pairsOf = ({ url }: TrafficExchange): Pair[] => [...new URL(url).searchParams];

/** Headers in which services accept credentials that the contract has in the query. */
const CREDENTIAL_HEADERS = ['authorization', 'x-api-key'];

/**
 * Creates a function that returns whether a request's query lacks its credentials. Either they are in a header, or no recorded
 * request has credentials, because a program behind the recording proxy adds them.
 */
function createCredentialCheck(exchanges: readonly TrafficExchange[]): (exchange: TrafficExchange) => boolean {
  const hasAny = (exchange: TrafficExchange) =>
    pairsOf(exchange).some(([name]) => operationTable.credentials.includes(name));
  const areAdded = !exchanges.some(hasAny);
  const inHeader = ({ requestHeaders }: TrafficExchange) =>
    CREDENTIAL_HEADERS.some((name) => requestHeaders.includes(name));
  return (exchange) => areAdded || inHeader(exchange);
}

/** Creates a plan without requests: the responses come from the files. */
function planOf(
  { url }: TrafficExchange,
  exchanges: readonly TrafficExchange[],
  options: Partial<PlanOptions>,
  contract: VerifiedContract,
): RunPlan {
  const { origin, pathname } = new URL(url);
  const { credentials: names, secrets: secretNames } = operationTable;
  const credentials = Object.fromEntries(names.map((name) => [name, `${name} of the traffic`]));
  const plan = planRun({ ...options, baseUrl: origin, credentials, target: 'service', profile: 'smoke' }, contract);
  const sent = exchanges.flatMap(pairsOf).flatMap(([name, value]) => (secretNames.includes(name) ? [value] : []));
  const secrets = [...new Set(sent.filter((value) => value !== '' && !/^\*+$/.test(value)))];
  return {
    ...plan,
    requests: [],
    profile: 'traffic',
    address: `${origin}${pathname}`,
    secrets: [...secrets, ...secrets.flatMap(derivedSecrets)],
  };
}

function resultOf(exchange: TrafficExchange): SendResult {
  const { status, headers, body = new Uint8Array(), echoed } = exchange;
  const unreadable = unreadableResponse(exchange);
  if (unreadable && 'error' in unreadable) return unreadable;
  // The recording program may have decoded the body, so the header may no longer describe the bytes.
  const kept = unreadable ? headers : headers.filter(([name]) => name !== 'content-encoding');
  return { status, headers: kept, body, ...unreadable, ...(echoed.length > 0 ? { echoed } : {}) };
}

function keep(history: string, report: RunReport, ended: number): string | undefined {
  const at = new Date(ended).toISOString();
  // Failures come last, so that they take precedence over passes.
  const results = resultsOf(report.made, at).toSorted((a, b) =>
    a.state === b.state ? 0 : a.state === 'fail' ? 1 : -1,
  );
  const ofTraffic = results.map((result) => ({ ...result, isTraffic: true as const }));
  return addToHistory(history, report, ofTraffic, at);
}

function readFile(file: string): Traffic {
  try {
    return readTraffic(file);
  } catch (error) {
    throw error instanceof TrafficError ? new RunError(`judge: ${error.message}`) : error;
  }
}
