import type { Catalogue } from './catalogue.ts';

/** An open catalogue and the answers that read it: retired, it is closed when the last of them has ended. */
export class Lease {
  readonly #catalogue: Catalogue;
  #answers = 0;
  #retire: (() => void) | undefined;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  async run<T>(answer: (catalogue: Catalogue) => Promise<T>): Promise<T> {
    this.#answers++;
    try {
      return await answer(this.#catalogue);
    } finally {
      this.#answers--;
      if (this.#answers === 0) this.#retire?.();
    }
  }

  /** No answer begins afterwards. Resolves when the catalogue is closed. */
  retire(): Promise<void> {
    return new Promise((resolve) => {
      this.#retire = () => {
        this.#catalogue.close();
        resolve();
      };
      if (this.#answers === 0) this.#retire();
    });
  }
}
