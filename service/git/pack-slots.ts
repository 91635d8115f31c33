/** How many pack services may run at once. */
export interface PackLimits {
  fetches: number;
  pushes: number;
  /** Requests of each kind that may wait for a place; more are turned away. */
  waiting: number;
}

export const usualPackLimits: PackLimits = { fetches: 16, pushes: 8, waiting: 64 };

export interface PackPlaces {
  /**
   * Resolves with the function that gives the place back; `undefined` when too many wait already, or when `signal`
   * aborts first.
   */
  take(kind: "fetches" | "pushes", signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Places for pack services, so that clones and pushes can't take the whole machine. Who comes first is served first. */
export function createPackPlaces(limits: PackLimits): PackPlaces {
  const taken = { fetches: 0, pushes: 0 };
  const lines = { fetches: new Set<() => void>(), pushes: new Set<() => void>() };

  return {
    async take(kind, signal) {
      const line = lines[kind];
      if (signal.aborted) return undefined;
      if (taken[kind] < limits[kind]) taken[kind] += 1;
      else {
        if (line.size >= limits.waiting) return undefined;
        const served = await new Promise<boolean>((resolve) => {
          const serve = () => settle(true);
          const leave = () => settle(false);
          const settle = (result: boolean) => {
            line.delete(serve);
            signal.removeEventListener("abort", leave);
            resolve(result);
          };
          line.add(serve);
          signal.addEventListener("abort", leave, { once: true });
        });
        if (!served) return undefined;
      }
      let given = false;
      return () => {
        if (given) return;
        given = true;
        // The place is handed on rather than freed, so nobody can slip in between.
        const [next] = line;
        if (next) next();
        else taken[kind] -= 1;
      };
    },
  };
}
