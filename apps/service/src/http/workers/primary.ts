import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '@vehicle-lookup/command-line';
import { AggregatorRegistry } from 'prom-client';
import { createLog, type LogFile } from '../../observability/log.ts';
import type { DataStore } from '../../stores/data-store.ts';
import { judgeBy } from '../../stores/limits.ts';
import { createMemoryBurst } from '../../stores/memory/memory-burst.ts';
import { createMemoryLockOut } from '../../stores/memory/memory-lock-out.ts';
import type { StoreStatus } from '../admin.ts';
import { listenForOperators, prepareStores, type Service, type ServiceSettings } from '../service.ts';
import { has, type JudgeReply, type JudgeRequest, type ReportReply } from './messages.ts';

/** The settings of `serve`. */
export interface WorkerSettings extends ServiceSettings {
  /** Processes that share the port. */
  workers: number;
  drainDelay: number;
}

/** Milliseconds before a worker that has ended is replaced: one that ends at once must not take all the time. */
const REPLACE_MS = 500;
/** How the message of a program that failed begins. */
const PROGRAM = 'vehicle-lookup-service';
/** A worker that does not report in time counts as not ready. */
const REPORT_MS = 2_000;

/**
 * Runs the service in several processes that share the port; this one takes no requests. It counts bursts and wrong keys for
 * all of them, replaces a worker that ends, and has the admin port.
 * @throws UserError if a worker ends before it is ready, or the admin port is taken
 */
export async function startWorkers(settings: WorkerSettings, store: DataStore, logFile: LogFile): Promise<Service> {
  const log = createLog(settings.logLevel, logFile);
  const judge = judgeBy(createMemoryLockOut(Date.now), createMemoryBurst());
  const members = new Set<Member>();
  let stopping = false;
  let replaced = 0;
  let ready: { ready: string; catalogue?: string } | undefined;

  await prepareStores(settings, store);
  cluster.setupPrimary({ silent: true });

  async function startMember(): Promise<void> {
    const member = startWorker(judge, logFile);
    members.add(member);
    member.ended.then((code) => {
      members.delete(member);
      if (stopping || !member.isReady()) return;
      replaced++;
      log.error({ event: 'worker-ended', worker: member.pid, code }, 'a worker has ended; another one takes its place');
      void replace();
    });
    ready = await member.ready;
  }
  async function replace(): Promise<void> {
    while (!stopping) {
      await wait(REPLACE_MS, undefined, { ref: false });
      if (stopping) return;
      const isReplaced = await startMember().then(
        () => true,
        () => false,
      );
      if (isReplaced) return;
    }
  }
  const stopMembers = async (): Promise<void> => {
    stopping = true;
    for (const { stop } of members) stop();
    await Promise.all([...members].map(({ ended }) => ended));
  };
  const reports = () => Promise.all([...members].map(({ report }) => report()));

  try {
    await Promise.all(Array.from({ length: settings.workers }, startMember));
    const admin = await listenForOperators(settings, {
      isStopping: () => stopping,
      async status(): Promise<StoreStatus> {
        const all = await reports();
        const usable = all.flatMap((one) => (one ? [one.status] : []));
        const isWhole = usable.length === settings.workers;
        return {
          version: isWhole && usable.every(({ version }) => version) ? usable[0]?.version : undefined,
          accounts: isWhole && usable.every(({ accounts }) => accounts),
        };
      },
      metrics: {
        contentType: AggregatorRegistry.PROMETHEUS_CONTENT_TYPE,
        async text() {
          const all = (await reports()).flatMap((one) => (one ? [one.metrics] : []));
          const merged = await AggregatorRegistry.aggregate(all as object[]).metrics();
          const own = `# HELP vehicle_lookup_workers Processes that take requests.\n# TYPE vehicle_lookup_workers gauge
vehicle_lookup_workers ${members.size}\n# HELP vehicle_lookup_workers_replaced_total Workers that ended and were replaced.
# TYPE vehicle_lookup_workers_replaced_total counter\nvehicle_lookup_workers_replaced_total ${replaced}\n`;
          return merged + own;
        },
      },
    });
    const accounts = await store.accounts.open();
    const hasAccounts = (await accounts.registry.accounts()).length > 0;
    await accounts.close();
    return {
      address: ready?.ready ?? '',
      admin: admin.address,
      catalogue: ready?.catalogue,
      hasAccounts,
      async stop() {
        await stopMembers();
        await admin.close();
        await logFile.flush();
      },
    };
  } catch (error) {
    await stopMembers();
    throw error;
  }
}

interface Member {
  pid: number | undefined;
  ready: Promise<{ ready: string; catalogue?: string }>;
  isReady(): boolean;
  /** The exit code, or the signal. */
  ended: Promise<number | string>;
  /** undefined: no reply in time. */
  report(): Promise<ReportReply | undefined>;
  stop(): void;
}

function startWorker(judge: ReturnType<typeof judgeBy>, logFile: LogFile): Member {
  const worker: Worker = cluster.fork();
  const { process: child } = worker;
  const reports = new Map<number, (reply: ReportReply | undefined) => void>();
  let latest = 0;
  let isReady = false;
  let errors = '';
  // Whole lines, so that those of several workers do not mix.
  let partial = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const end = (partial + text).lastIndexOf('\n') + 1;
    const whole = (partial + text).slice(0, end);
    partial = (partial + text).slice(end);
    if (isReady) logFile.write(whole);
    else errors += whole;
  });
  child.stdout?.resume();

  const send = (message: unknown): void => {
    if (worker.isConnected()) worker.send(message as never, () => undefined);
  };
  const ended = new Promise<number | string>((resolve) => {
    worker.on('exit', (code, signal) => {
      for (const resolveReport of reports.values()) resolveReport(undefined);
      resolve(signal ?? code);
    });
  });
  const ready = new Promise<{ ready: string; catalogue?: string }>((resolve, reject) => {
    worker.on('message', async (message: unknown) => {
      if (has(message, 'ready')) {
        isReady = true;
        if (errors !== '') logFile.write(errors);
        resolve(message as { ready: string });
      } else if (has(message, 'judge')) {
        const { judge: number, attempts } = message as unknown as JudgeRequest;
        const verdicts = await Promise.all(attempts.map(judge));
        send({ judged: number, verdicts } satisfies JudgeReply);
      } else if (has(message, 'reported')) {
        const reply = message as unknown as ReportReply;
        reports.get(reply.reported)?.(reply);
        reports.delete(reply.reported);
      }
    });
    ended.then((code) => {
      const reason = errors.split(`${PROGRAM}: `)[1]?.trim();
      reject(new UserError(reason ?? `a worker ended with ${code} before it was ready. ${errors}`));
    });
  });
  ready.catch(() => undefined);

  return {
    pid: child.pid,
    ready,
    isReady: () => isReady,
    ended,
    report: () =>
      new Promise((resolve) => {
        const number = ++latest;
        reports.set(number, resolve);
        setTimeout(() => resolve(undefined), REPORT_MS).unref();
        send({ report: number });
        if (!worker.isConnected()) resolve(undefined);
      }),
    stop: () => void child.kill('SIGTERM'),
  };
}
