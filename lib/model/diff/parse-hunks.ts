import { type Hunk, parsePatch } from "./patch";

const cache = new WeakMap<{ patch: string }, Hunk[]>();

/** The hunks of a file, parsed once per file. */
export function parseHunks(file: { patch: string }): Hunk[] {
  let hunks = cache.get(file);
  if (!hunks) {
    hunks = parsePatch(file.patch);
    cache.set(file, hunks);
  }
  return hunks;
}
