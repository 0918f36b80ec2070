import type { Front } from '../front.ts';

/** What a peer said of a service. */
export interface Said {
  /** Whether it says that the service is wrong. */
  accuses: boolean;
  /** Neither wrong nor right: something that had to be seen was not. */
  isIncomplete?: boolean;
  /** All that it printed or wrote. */
  output: string;
}

/** A peer that is ready to look at one service after another. */
export interface Ready {
  /** @param service the address of the service itself, to which the front leads as well */
  look(service: string): Promise<Said>;
  close?(): void;
}

export interface Peer {
  name: string;
  /** The package whose version is told; the suite has none. */
  package?: string;
  /** @param folder an empty one for what it needs */
  start(front: Front, folder: string): Promise<Ready>;
}
