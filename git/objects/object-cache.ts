import { RecentMap } from "@/lib/core/recent-map";
import type { ObjectContent } from "./object-process";

/** Recently read trees, commits and tags. The content of an id never changes, so entries don't become stale. */
export interface ObjectCache {
  get(dir: string, id: string): ObjectContent | undefined;
  put(dir: string, id: string, object: ObjectContent): void;
}

const maxBytes = 64 * 1024 * 1024;
const maxCachedBytes = 256 * 1024;
/** Bytes of an entry in addition to its content. */
const overhead = 256;

export function createObjectCache(limit = maxBytes): ObjectCache {
  const kept = new RecentMap<string, ObjectContent>(limit, ({ size }) => size + overhead);
  return {
    get: (dir, id) => kept.get(`${dir} ${id}`),
    put(dir, id, object) {
      const key = `${dir} ${id}`;
      if (object.type === "blob" || object.size > maxCachedBytes || kept.has(key)) return;
      // A copy: the content is a view of a larger buffer, which would be retained.
      kept.set(key, { ...object, content: Buffer.from(object.content) });
    },
  };
}
