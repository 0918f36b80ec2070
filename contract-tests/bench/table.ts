import { type BenchResult, caughtBy, type PeerRow, rowsOf } from './result.ts';
import { benchClasses } from './services.ts';

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
    ...shown.map((name) => `${caught[name]?.accused}/${caught[name]?.all}`),
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
    'Correct services that were accused:',
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
    `Faults that nobody catches: ${lost.join(', ') || 'none'}`,
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
