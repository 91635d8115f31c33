import { parsePatch } from "./patch";

interface Changed {
  filename: string;
  previousFilename?: string | undefined;
  status: string;
  patch: string;
}

/** A file that two versions of a change may have changed differently: its names before and after in each. */
export interface Pair {
  path: string;
  oldBase: string;
  oldHead: string;
  newBase: string;
  newHead: string;
}

/** What a patch does, wherever in the file it does it. */
function change({ filename, previousFilename, status, patch }: Changed): string {
  const lines = parsePatch(patch).map((hunk) => hunk.lines.map(({ kind, text, unended }) => [kind, text, unended]));
  return JSON.stringify([filename, previousFilename, status, lines]);
}

/**
 * Which files two versions may have changed differently. Files whose patches are equal line by line are left out at
 * once; files without a patch are kept, as nothing is known of them. In the order of their names.
 */
export function pairFiles(before: readonly Changed[], after: readonly Changed[]): Pair[] {
  const old = new Map(before.map((file) => [file.filename, file]));
  const oldOf = (file: Changed) =>
    old.get(file.filename) ?? (file.previousFilename ? old.get(file.previousFilename) : undefined);
  const met = new Set<string>();
  const pairs = after.flatMap((file): Pair[] => {
    const was = oldOf(file);
    if (was) met.add(was.filename);
    if (was && file.patch !== "" && change(was) === change(file)) return [];
    const { filename: path, previousFilename = path } = file;
    const oldHead = was?.filename ?? previousFilename;
    return [{ path, newHead: path, newBase: previousFilename, oldHead, oldBase: was?.previousFilename ?? oldHead }];
  });
  const dropped = before
    .filter(({ filename }) => !met.has(filename))
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
