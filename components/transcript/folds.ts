/** Which stretches of work are shown. What was watched while it happened stays open; what was over before is folded. */
export class Folds {
  readonly #chosen = new Map<string, boolean>();
  readonly #watched = new Set<string>();

  isOpen(key: string, settled: boolean): boolean {
    if (!settled) this.#watched.add(key);
    return this.#chosen.get(key) ?? this.#watched.has(key);
  }

  choose(key: string, open: boolean): void {
    this.#chosen.set(key, open);
  }
}
