import { type BenchService, benchClasses } from './services.ts';

/** The result of one peer for one service. */
export interface Measurement {
  peer: string;
  service: string;
  class: BenchService['class'];
  flags: boolean;
  /** Whether there is no verdict. */
  isIncomplete: boolean;
  requests: number;
  seconds: number;
  /** Whether the output contains the key, in any encoding. */
  leaks: boolean;
}

/** The measurements of the benchmark, from which its output is generated. */
export interface BenchResult {
  date: string;
  node: string;
  seconds: number;
  peers: { name: string; version: string }[];
  services: Omit<BenchService, 'difference'>[];
  /** The number of omitted faults: faults that only a mock can have, and faults that fail only a strict run. */
  leftOut: number;
  measurements: Measurement[];
}

/** The results of one peer for all services. */
export interface PeerRow {
  peer: string;
  /** The numbers of flagged faults and of all faults, by class. */
  caught: Record<string, { flagged: number; all: number }>;
  /** The names of correct services that the peer flagged. */
  alarms: string[];
  /** The numbers of faulty and correct services without a verdict. */
  open: { faults: number; correct: number };
  /** The number of requests to the correct service. */
  requests: number;
  /** The median duration for the correct services. */
  seconds: number;
  /** The number of services for which the output contains the key. `always`: even the correct service, which does not repeat it. */
  leaks: { services: number; of: number; always: boolean };
}

/** Returns a row for every peer, in order. */
export const rowsOf = ({ peers, measurements }: BenchResult): PeerRow[] =>
  peers.map(({ name }) =>
    rowOf(
      name,
      measurements.filter(({ peer }) => peer === name),
    ),
  );

function rowOf(peer: string, measurements: Measurement[]): PeerRow {
  const correct = measurements.filter((one) => one.class === 'correct');
  const faulty = measurements.filter((one) => one.class !== 'correct');
  const count = (own: Measurement[]) => ({ flagged: own.filter(({ flags }) => flags).length, all: own.length });
  const open = (own: Measurement[]) => own.filter(({ flags, isIncomplete }) => isIncomplete && !flags).length;
  // The first element is the unchanged correct service.
  const [plain] = correct;
  return {
    peer,
    caught: Object.fromEntries([
      ...benchClasses.map((name) => [name, count(faulty.filter((one) => one.class === name))]),
      ['all', count(faulty)],
    ]),
    alarms: correct.filter(({ flags }) => flags).map(({ service }) => service),
    open: { faults: open(faulty), correct: open(correct) },
    requests: plain?.requests ?? 0,
    seconds: median(correct.map(({ seconds }) => seconds)),
    leaks: {
      services: measurements.filter((one) => one.leaks).length,
      of: measurements.length,
      always: plain?.leaks ?? false,
    },
  };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the faults that a peer flagged, as `class/name`. */
export const caughtBy = ({ measurements }: BenchResult, peer: string): Set<string> =>
  new Set(
    measurements
      .filter((one) => one.peer === peer && one.class !== 'correct' && one.flags)
      .map((one) => `${one.class}/${one.service}`),
  );

/** The rows for which missed faults are listed: the suite with its defaults, and the suite with enforced assumptions. */
const OURS = ['this suite, full', 'this suite, full, enforced'];

/** Returns the result as Markdown. */
export function table(result: BenchResult): string {
  const { date, node, seconds, peers, leftOut } = result;
  const rows = rowsOf(result);
  const versions = peers.filter(({ version }) => version).map(({ name, version }) => `${name} ${version}`);
  return [
    ...markdown(rows),
    '',
    ...alarms(rows),
    '',
    ...losses(result, rows),
    '',
    `${date}, Node.js ${node}, ${(seconds / 60).toFixed(0)} minutes; faults left out: ${leftOut}`,
    ...versions,
  ].join('\n');
}

function markdown(rows: PeerRow[]): string[] {
  const shown = [...benchClasses, 'all'].filter((name) => rows.some(({ caught }) => caught[name]?.all));
  const head = ['peer', ...shown, 'false alarms', 'open', 'requests', 'seconds', 'key in its output'];
  const lines = rows.map(({ peer, caught, alarms, open, requests, seconds, leaks }) => [
    peer,
    ...shown.map((name) => `${caught[name]?.flagged}/${caught[name]?.all}`),
    String(alarms.length),
    `${open.faults} + ${open.correct}`,
    String(requests),
    seconds.toFixed(1),
    leaks.always ? 'always' : leaks.services > 0 ? `after ${leaks.services} of ${leaks.of}` : 'never',
  ]);
  const all = [head, head.map(() => '-'), ...lines];
  const widths = head.map((_, column) => Math.max(3, ...all.map((cells) => cells[column]?.length ?? 0)));
  return all.map(
    (cells, index) =>
      `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, index === 1 ? '-' : ' ')).join(' | ')} |`,
  );
}

function alarms(rows: PeerRow[]): string[] {
  const found = rows.filter((row) => row.alarms.length > 0);
  return [
    'Correct services that were flagged:',
    ...(found.length > 0 ? found.map((row) => `- ${row.peer}: ${row.alarms.join(', ')}`) : ['- none']),
  ];
}

/** Lists the results in which a peer is better than this suite: faults first, then figures. */
function losses(result: BenchResult, rows: PeerRow[]): string[] {
  const others = rows.filter(({ peer }) => !peer.startsWith('this suite'));
  const missed = OURS.map((own) => `- ${own}: ${missedBy(own, result, others).join(', ') || 'none'}`);
  const ours = rows.find(({ peer }) => peer === OURS[0]);
  const better = others.flatMap((row) => {
    const found = ours ? figures(row, ours) : [];
    return found.length > 0 ? [`- ${row.peer}: ${found.join('; ')}`] : [];
  });
  const all = result.services.filter((service) => service.class !== 'correct').map((own) => `${own.class}/${own.name}`);
  const lost = all.filter((fault) => rows.every(({ peer }) => !caughtBy(result, peer).has(fault)));
  return [
    'Faults that a peer catches and this suite does not, with the number of such peers:',
    ...missed,
    '',
    `Figures that are better than the figures for ${OURS[0]}:`,
    ...(better.length > 0 ? better : ['- none']),
    '',
    `Faults that no tool catches: ${lost.join(', ') || 'none'}`,
  ];
}

/** Returns the faults that a row misses and peers catch, each with the number of peers. */
function missedBy(own: string, result: BenchResult, others: PeerRow[]): string[] {
  const caught = caughtBy(result, own);
  const counts = new Map<string, number>();
  for (const { peer } of others)
    for (const fault of caughtBy(result, peer)) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  return [...counts].filter(([fault]) => !caught.has(fault)).map(([fault, peers]) => `${fault} (${peers})`);
}

const figures = (row: PeerRow, ours: PeerRow): string[] => [
  ...(row.requests < ours.requests ? [`${row.requests} requests, not ${ours.requests}`] : []),
  ...(row.seconds < ours.seconds ? [`${row.seconds.toFixed(2)} s, not ${ours.seconds.toFixed(2)} s`] : []),
  ...(row.alarms.length < ours.alarms.length ? [`${row.alarms.length} false alarms, not ${ours.alarms.length}`] : []),
];
