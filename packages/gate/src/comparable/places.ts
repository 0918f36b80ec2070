/** Remembers where the nodes of a copy were written, and the keywords of nodes that were made from several. */
export class Places {
  readonly #nodes = new WeakMap<object, string>();
  readonly #keywords = new WeakMap<object, Readonly<Record<string, string>>>();

  /** Notes where a node is written. */
  at<T>(node: T, place: string): T {
    if (typeof node === 'object' && node !== null) this.#nodes.set(node, place);
    return node;
  }

  of(node: unknown): string | undefined {
    return typeof node === 'object' && node !== null ? this.#nodes.get(node) : undefined;
  }

  /** Notes where the keywords of a node are written. */
  keywordsAt(node: object, places: Readonly<Record<string, string>>): void {
    this.#keywords.set(node, places);
  }

  /** Notes them for what replaces the node. */
  keepKeywords(node: object, replacement: object): void {
    const places = this.#keywords.get(node);
    if (places !== undefined) this.#keywords.set(replacement, places);
  }

  keywordsOf(node: object): Readonly<Record<string, string>> {
    return this.#keywords.get(node) ?? {};
  }
}
