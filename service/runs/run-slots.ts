/** A bounded number of places; who comes later waits in line. */
export function createPlaces(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count;
  const line: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.shift();
      // The place is handed on rather than freed, so nobody can slip in between.
      if (next) next();
      else free += 1;
    }
  };
}
