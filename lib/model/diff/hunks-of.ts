import { type Hunk, parsePatch } from "./patch";

const known = new WeakMap<{ patch: string }, Hunk[]>();

/** The hunks of a file, read once. */
export function hunksOf(file: { patch: string }): Hunk[] {
  let hunks = known.get(file);
  if (!hunks) {
    hunks = parsePatch(file.patch);
    known.set(file, hunks);
  }
  return hunks;
}
