import { parsePatch } from "./patch";

interface Changed {
  filename: string;
  previousFilename?: string | undefined;
  status: string;
  patch: string;
}

/** A file that two versions may have changed differently: its paths before and after in each version. */
export interface Pair {
  path: string;
  oldBase: string;
  oldHead: string;
  newBase: string;
  newHead: string;
}

/** Identifies a change regardless of its line numbers. */
function change({ filename, previousFilename, status, patch }: Changed): string {
  const lines = parsePatch(patch).map((hunk) => hunk.lines.map(({ kind, text, unended }) => [kind, text, unended]));
  return JSON.stringify([filename, previousFilename, status, lines]);
}

/**
 * The files that two versions may have changed differently, sorted by path. Omits files with identical patches.
 * Keeps files without a patch, since they can't be compared here.
 */
export function pairFiles(before: readonly Changed[], after: readonly Changed[]): Pair[] {
  const old = new Map(before.map((file) => [file.filename, file]));
  const oldOf = (file: Changed) =>
    old.get(file.filename) ?? (file.previousFilename ? old.get(file.previousFilename) : undefined);
  const paired = new Set<string>();
  const pairs = after.flatMap((file): Pair[] => {
    const previous = oldOf(file);
    if (previous) paired.add(previous.filename);
    if (previous && file.patch !== "" && change(previous) === change(file)) return [];
    const { filename: path, previousFilename = path } = file;
    const oldHead = previous?.filename ?? previousFilename;
    return [
      { path, newHead: path, newBase: previousFilename, oldHead, oldBase: previous?.previousFilename ?? oldHead },
    ];
  });
  const dropped = before
    .filter(({ filename }) => !paired.has(filename))
    .map(
      ({ filename: path, previousFilename = path }): Pair => ({
        path,
        oldHead: path,
        oldBase: previousFilename,
        newBase: previousFilename,
        newHead: path,
      }),
    );
  return [...pairs, ...dropped].sort((a, b) => (a.path < b.path ? -1 : 1));
}
