import { type BenchService, benchClasses } from './services.ts';

/** What one peer says of one service. */
export interface Measurement {
  peer: string;
  service: string;
  class: BenchService['class'];
  accuses: boolean;
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
  /** Faults that it accused, and faults that there were, by class. */
  caught: Record<string, { accused: number; all: number }>;
  /** Correct services that it accused. */
  alarms: string[];
  /** Faults and correct services on which it has no verdict: not green, and not accused. */
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
  const count = (own: Measurement[]) => ({ accused: own.filter(({ accuses }) => accuses).length, all: own.length });
  const open = (own: Measurement[]) => own.filter(({ accuses, isIncomplete }) => isIncomplete && !accuses).length;
  // The first of them is the correct service itself.
  const [plain] = correct;
  return {
    peer,
    caught: Object.fromEntries([
      ...benchClasses.map((name) => [name, count(faulty.filter((one) => one.class === name))]),
      ['all', count(faulty)],
    ]),
    alarms: correct.filter(({ accuses }) => accuses).map(({ service }) => service),
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

/** `class/name` of the faults that a peer accused. */
export const caughtBy = ({ measurements }: BenchResult, peer: string): Set<string> =>
  new Set(
    measurements
      .filter((one) => one.peer === peer && one.class !== 'correct' && one.accuses)
      .map((one) => `${one.class}/${one.service}`),
  );
