/** Who wants to hear of something. */
interface Listeners<Told extends readonly unknown[]> {
  /** Returns how to stop that. */
  add(listener: (...told: Told) => void): () => void;
  tell(...told: Told): void;
}

/** A list of listeners that are told one after another. */
export function createListeners<Told extends readonly unknown[] = []>(): Listeners<Told> {
  const all = new Set<(...told: Told) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    tell(...told) {
      for (const listener of all) listener(...told);
    },
  };
}
