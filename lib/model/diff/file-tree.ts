import { matchesWords } from "../matches-words";

interface TreeFile {
  kind: "file";
  path: string;
  name: string;
  depth: number;
  /** Its index among all files. */
  index: number;
}

interface TreeFolder {
  kind: "folder";
  path: string;
  name: string;
  depth: number;
}

export type TreeRow = TreeFile | TreeFolder;

interface Folder {
  folders: Map<string, Folder>;
  files: { name: string; path: string; index: number }[];
}

const emptyFolder = (): Folder => ({ folders: new Map(), files: [] });

/** The rows of a file tree, folders first. A folder that only contains another folder is joined with it. */
export function treeRows(paths: readonly string[], filter: string, closed: ReadonlySet<string>): TreeRow[] {
  const root = emptyFolder();
  for (const [index, path] of paths.entries()) {
    if (!matchesWords(path, filter)) continue;
    const parts = path.split("/");
    const name = parts.pop() ?? path;
    let folder = root;
    for (const part of parts) {
      let next = folder.folders.get(part);
      if (!next) {
        next = emptyFolder();
        folder.folders.set(part, next);
      }
      folder = next;
    }
    folder.files.push({ name, path, index });
  }
  const rows: TreeRow[] = [];
  const walk = (folder: Folder, depth: number, at: string) => {
    for (const [ownName, inside] of [...folder.folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
      let name = ownName;
      let within = inside;
      let only = [...within.folders];
      while (within.files.length === 0 && only.length === 1 && only[0]) {
        name = `${name}/${only[0][0]}`;
        within = only[0][1];
        only = [...within.folders];
      }
      const path = at ? `${at}/${name}` : name;
      rows.push({ kind: "folder", path, name, depth });
      if (!closed.has(path)) walk(within, depth + 1, path);
    }
    for (const { name, path, index } of folder.files) rows.push({ kind: "file", path, name, depth, index });
  };
  walk(root, 0, "");
  return rows;
}

/** Indexes of the files in tree order. */
export function treeOrder(paths: readonly string[]): number[] {
  return treeRows(paths, "", new Set()).flatMap((row) => (row.kind === "file" ? [row.index] : []));
}
