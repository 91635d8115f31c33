/** Lets one at a time work on a key, in the order they came. */
export interface Turns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    async take(key, work) {
      const before = last.get(key);
      let done = () => {};
      const mine = new Promise<void>((resolve) => {
        done = resolve;
      });
      last.set(key, mine);
      await before;
      try {
        return await work();
      } finally {
        if (last.get(key) === mine) last.delete(key);
        done();
      }
    },
  };
}
