import type { Front } from '../front.ts';

/** What a peer says of a service. */
export interface PeerVerdict {
  /** Whether it says that the service is wrong. */
  accuses: boolean;
  /** Neither wrong nor right: something that had to be seen was not. */
  isIncomplete?: boolean;
  /** All that it printed or wrote. */
  output: string;
}

/** A peer that can verify one service after another. */
export interface StartedPeer {
  /** @param service the address of the service itself, to which the front leads as well */
  verify(service: string): Promise<PeerVerdict>;
  close?(): void;
}

export interface BenchPeer {
  name: string;
  /** The package whose version is printed; the suite has none. */
  package?: string;
  /** @param directory an empty one for what it needs */
  start(front: Front, directory: string): Promise<StartedPeer>;
}
