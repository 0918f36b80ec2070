import type { Catalogue } from '../catalogue.ts';

/** An open catalogue and the work that reads it. Once retired, it is closed when the last work has ended. */
export class Lease {
  readonly #catalogue: Catalogue;
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  async run<T>(work: (catalogue: Catalogue) => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work(this.#catalogue);
    } finally {
      this.#running--;
      if (this.#running === 0) this.#onIdle?.();
    }
  }

  /** No work may begin afterwards. Resolves when the catalogue is closed. */
  async retire(): Promise<void> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    await this.#catalogue.close();
  }
}
