import { type BenchService, benchClasses } from './services.ts';

/** What one peer says of one service. */
export interface Measurement {
  peer: string;
  service: string;
  class: BenchService['class'];
  flags: boolean;
  /** Neither wrong nor right: never green. */
  isIncomplete: boolean;
  requests: number;
  seconds: number;
  /** Whether its output holds the key, in whatever encoding. */
  leaks: boolean;
}

/** What the bench has measured; what it prints is made from it. */
export interface BenchResult {
  date: string;
  node: string;
  seconds: number;
  peers: { name: string; version: string }[];
  services: Omit<BenchService, 'difference'>[];
  /** Number of faults that are left out: only a mock can have them, or only a strict run fails. */
  leftOut: number;
  measurements: Measurement[];
}

/** What one peer did, over all services. */
export interface PeerRow {
  peer: string;
  /** Faults that it flagged, and faults that there were, by class. */
  caught: Record<string, { flagged: number; all: number }>;
  /** Correct services that it flagged. */
  alarms: string[];
  /** Faults and correct services on which it has no verdict: not green, and not flagged. */
  open: { faults: number; correct: number };
  /** At the correct service. */
  requests: number;
  /** The median over the correct services. */
  seconds: number;
  /** Services after which its output holds the key; whether the correct service is one of them, which echoes nothing. */
  leaks: { services: number; of: number; always: boolean };
}

/** A row for every peer, in their order. */
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
  // The first of them is the correct service itself.
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

/** `class/name` of the faults that a peer flagged. */
export const caughtBy = ({ measurements }: BenchResult, peer: string): Set<string> =>
  new Set(
    measurements
      .filter((one) => one.peer === peer && one.class !== 'correct' && one.flags)
      .map((one) => `${one.class}/${one.service}`),
  );

/** Losses are measured on both: the suite as a service is verified, and with assumptions enforced, as the peers do. */
const OURS = ['this suite, full', 'this suite, full, enforced'];

/** The result for a person, as Markdown. */
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

/** Where this suite is worse: in faults, then in figures. */
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
    'Faults that are not caught, though a peer catches them:',
    ...missed,
    '',
    `Figures that are better than those of ${OURS[0]}:`,
    ...(better.length > 0 ? better : ['- none']),
    '',
    `Faults that no tool catches: ${lost.join(', ') || 'none'}`,
  ];
}

/** The faults in question, each with the number of peers that catch it. */
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
