import type { Clock } from "@/lib/core/clock";
import { isObjectId } from "../refs/resolve-revision";
import { createObjectCache } from "./object-cache";
import { type ObjectContent, type ObjectInfo, type ObjectProcess, startObjectProcess } from "./object-process";

/** An object exceeds its reader's limit. */
export class ObjectTooLarge extends Error {
  constructor(
    readonly size: number,
    readonly limit: number,
  ) {
    super(`the object is ${size} bytes, over the limit of ${limit}`);
    this.name = "ObjectTooLarge";
  }
}

/** Reads the objects of a repository. Throws for incomplete ids. */
export interface ObjectReader {
  readonly dir: string;
  info(id: string): Promise<ObjectInfo | undefined>;
  /** Throws {@link ObjectTooLarge} for objects over `maxBytes` without reading them. */
  read(id: string, maxBytes: number): Promise<ObjectContent | undefined>;
}

/** Readers that share a few long-running git processes, kept for busy repositories. */
export interface ObjectReaders {
  of(dir: string): ObjectReader;
  close(): void;
}

interface Entry {
  process: ObjectProcess;
  startedAt: number;
  usedAt: number;
}

const idleMs = 60_000;
/** A process older than this can miss objects moved by a repack. */
const trustedMs = 1_000;
const perRepository = 2;
/** Pending requests per process before another one is started for the same repository. */
const busyThreshold = 4;

/** Keeps at most `maxProcesses` git processes. Closes idle and dead ones, and evicts the least recently used. */
function createProcessPool(clock: Clock, maxProcesses: number) {
  const entries = new Map<string, Entry[]>();
  let stopSweep: (() => void) | undefined;

  function drop(dir: string, entry: Entry): void {
    entry.process.close();
    const left = (entries.get(dir) ?? []).filter((each) => each !== entry);
    if (left.length > 0) entries.set(dir, left);
    else entries.delete(dir);
  }

  function each(visit: (dir: string, entry: Entry) => void): void {
    for (const [dir, list] of [...entries]) for (const entry of [...list]) visit(dir, entry);
  }

  function sweep(): void {
    stopSweep = undefined;
    const now = clock.now();
    each((dir, entry) => {
      const idle = entry.process.waiting() === 0 && now - entry.usedAt >= idleMs;
      if (idle || !entry.process.alive()) drop(dir, entry);
    });
    if (entries.size > 0) stopSweep = clock.after(idleMs, sweep);
  }

  function evictExcess(): void {
    let count = 0;
    let oldest: { dir: string; entry: Entry } | undefined;
    each((dir, entry) => {
      count += 1;
      if (entry.process.waiting() > 0) return;
      if (!oldest || entry.usedAt < oldest.entry.usedAt) oldest = { dir, entry };
    });
    if (count >= maxProcesses && oldest) drop(oldest.dir, oldest.entry);
  }

  function entryFor(dir: string): Entry {
    const running = (entries.get(dir) ?? []).filter(({ process }) => process.alive());
    const [best] = running.sort((a, b) => a.process.waiting() - b.process.waiting());
    const now = clock.now();
    if (best && (best.process.waiting() < busyThreshold || running.length >= perRepository)) {
      best.usedAt = now;
      return best;
    }
    evictExcess();
    const entry = { process: startObjectProcess(dir), startedAt: now, usedAt: now };
    entries.set(dir, [...running, entry]);
    stopSweep ??= clock.after(idleMs, sweep);
    return entry;
  }

  /** Sends a request to a process of a repository, and retries with a new one if an old one may have missed an object. */
  async function query<T>(dir: string, request: (process: ObjectProcess) => Promise<T | undefined>) {
    const entry = entryFor(dir);
    const found = await request(entry.process);
    if (found !== undefined || clock.now() - entry.startedAt < trustedMs) return found;
    drop(dir, entry);
    return request(entryFor(dir).process);
  }

  return {
    query,
    close() {
      stopSweep?.();
      each(drop);
    },
  };
}

export function createObjectReaders(clock: Clock, maxProcesses = 24): ObjectReaders {
  const processes = createProcessPool(clock, maxProcesses);
  const cache = createObjectCache();

  return {
    of(dir) {
      async function info(id: string): Promise<ObjectInfo | undefined> {
        if (!isObjectId(id)) throw new Error("not a complete object id");
        return cache.get(dir, id) ?? processes.query(dir, (process) => process.info(id));
      }
      return {
        dir,
        info,
        async read(id, maxBytes) {
          const found = await info(id);
          if (!found) return undefined;
          if (found.size > maxBytes) throw new ObjectTooLarge(found.size, maxBytes);
          const kept = cache.get(dir, id);
          if (kept) return kept;
          const object = await processes.query(dir, (process) => process.contents(id));
          if (object) cache.put(dir, id, object);
          return object;
        },
      };
    },
    close: processes.close,
  };
}
