import { RecentMap } from "@/lib/core/recent-map";
import type { ObjectReader } from "../objects/object-readers";
import type { ChangedFile } from "./changed-files";
import { type FileDiff, fileDiffs } from "./file-diffs";

/** Files compared at once, because comparing many costs little more than comparing a page. */
const windowSize = 300;
/** Windows with more content than this are compared page by page. */
const maxWindowBytes = 8 * 1024 * 1024;
const maxBytes = 64 * 1024 * 1024;
/** Bytes of a file's entry in addition to its patch. */
const overhead = 300;

/** Recently compared windows. Keys are complete ids, so entries don't become stale. */
const kept = new RecentMap<string, readonly FileDiff[]>(maxBytes, (diffs) =>
  diffs.reduce((sum, { patch, path }) => sum + 2 * (patch.length + path.length) + overhead, 0),
);

interface Range {
  from: string;
  to: string;
  signal?: AbortSignal;
}

async function contentBytes(reader: ObjectReader, files: readonly ChangedFile[]): Promise<number> {
  const ids = files.flatMap(({ oldId, newId }) => [oldId, newId]).filter((id) => !/^0+$/.test(id));
  const sizes = await Promise.all(ids.map(async (id) => (await reader.info(id))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Counts and hunks of the files from `start` to `end` of a diff, read by window. */
export async function diffsBetween(
  reader: ObjectReader,
  range: Range,
  all: readonly ChangedFile[],
  start: number,
  end: number,
): Promise<readonly FileDiff[]> {
  const found: FileDiff[] = [];
  for (let at = start; at < Math.min(end, all.length); ) {
    const begin = at - (at % windowSize);
    const stop = Math.min(end, begin + windowSize, all.length);
    const key = `${reader.dir} ${range.from} ${range.to} ${begin}`;
    const there = kept.get(key);
    const files = all.slice(begin, begin + windowSize);
    if (there) {
      found.push(...there.slice(at - begin, stop - begin));
    } else if ((await contentBytes(reader, files)) <= maxWindowBytes) {
      const diffs = await fileDiffs(reader, { ...range, files });
      kept.set(key, diffs);
      found.push(...diffs.slice(at - begin, stop - begin));
    } else {
      found.push(...(await fileDiffs(reader, { ...range, files: all.slice(at, stop) })));
    }
    at = stop;
  }
  return found;
}
