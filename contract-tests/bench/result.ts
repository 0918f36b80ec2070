import { classes } from '../src/mutants/load.ts';
import type { Service } from './services.ts';

/** What one peer said of one service. */
export interface Look {
  peer: string;
  service: string;
  class: Service['class'];
  accuses: boolean;
  /** Neither wrong nor right: never green. */
  isIncomplete: boolean;
  requests: number;
  seconds: number;
  /** Whether its output holds the key, in whatever encoding. */
  leaks: boolean;
}

/** What the bench has measured; what it prints is made from it. */
export interface Result {
  date: string;
  node: string;
  seconds: number;
  peers: { name: string; version: string }[];
  services: Omit<Service, 'difference'>[];
  /** Faults that are left out since only a mock can have them. */
  ofMocks: number;
  looks: Look[];
}

/** What one peer did, over all services. */
export interface Row {
  peer: string;
  /** Faults that it accused, and faults that there were, by class. */
  caught: Record<string, { accused: number; all: number }>;
  /** Right services that it accused. */
  alarms: string[];
  /** Faults and right services on which it has no verdict: not green, and not accused. */
  open: { faults: number; right: number };
  /** At the right service. */
  requests: number;
  /** The median over the right services. */
  seconds: number;
  /** Services after which its output holds the key; whether the right service is one of them, which echoes nothing. */
  leaks: { services: number; of: number; always: boolean };
}

/** A row for every peer, in their order. */
export const rowsOf = ({ peers, looks }: Result): Row[] =>
  peers.map(({ name }) =>
    rowOf(
      name,
      looks.filter(({ peer }) => peer === name),
    ),
  );

function rowOf(peer: string, looks: Look[]): Row {
  const right = looks.filter((look) => look.class === 'right');
  const faulty = looks.filter((look) => look.class !== 'right');
  const count = (own: Look[]) => ({ accused: own.filter(({ accuses }) => accuses).length, all: own.length });
  const open = (own: Look[]) => own.filter(({ accuses, isIncomplete }) => isIncomplete && !accuses).length;
  // The first of them is the right service itself.
  const [plain] = right;
  return {
    peer,
    caught: Object.fromEntries([
      ...classes.map((name) => [name, count(faulty.filter((look) => look.class === name))]),
      ['all', count(faulty)],
    ]),
    alarms: right.filter(({ accuses }) => accuses).map(({ service }) => service),
    open: { faults: open(faulty), right: open(right) },
    requests: plain?.requests ?? 0,
    seconds: median(right.map(({ seconds }) => seconds)),
    leaks: { services: looks.filter((look) => look.leaks).length, of: looks.length, always: plain?.leaks ?? false },
  };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** `class/name` of the faults that a peer accused. */
export const caughtBy = ({ looks }: Result, peer: string): Set<string> =>
  new Set(
    looks
      .filter((look) => look.peer === peer && look.class !== 'right' && look.accuses)
      .map((look) => `${look.class}/${look.service}`),
  );
