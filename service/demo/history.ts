export interface Author {
  name: string;
  email: string;
  /** Offset from UTC as git writes it. */
  zone: string;
}

/** One commit of a demo history, as the change it makes. */
export interface DemoCommit {
  branch: string;
  author: Author;
  /** Whole days before the day on which the history is written; at least one. */
  daysAgo: number;
  /** Hour and minute of that day, UTC. */
  time: string;
  message: string;
  /** Whole new files, or new contents of files. */
  write?: Readonly<Record<string, string>>;
  /** Replacements inside files that exist; each old text stands in its file exactly once. */
  edit?: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>>;
  /** Starts a branch: the tag or branch whose latest commit is the parent. */
  from?: string;
  /** An annotated tag on this commit. */
  tag?: { name: string; message: string };
}

/** A commit with the complete contents of the files it touches. */
export interface WrittenCommit extends Omit<DemoCommit, "write" | "edit"> {
  files: Readonly<Record<string, string>>;
}

function replaced(path: string, content: string | undefined, edits: readonly (readonly [string, string])[]): string {
  if (content === undefined) throw new Error(`the demo edits ${path}, which does not exist`);
  return edits.reduce((text, [before, after]) => {
    if (text.split(before).length !== 2) throw new Error(`the demo's edit of ${path} does not fit: ${before}`);
    return text.replace(before, () => after);
  }, content);
}

/** Plays a history through and answers every commit with whole files. Throws where an edit does not fit. */
export function writeOut(history: readonly DemoCommit[]): WrittenCommit[] {
  const trees = new Map<string, Readonly<Record<string, string>>>();
  return history.map(({ write = {}, edit = {}, ...commit }) => {
    const parent = trees.get(commit.from ?? commit.branch) ?? {};
    const edited = Object.entries(edit).map(([path, edits]) => [path, replaced(path, parent[path], edits)] as const);
    const files = { ...write, ...Object.fromEntries(edited) };
    const tree = { ...parent, ...files };
    trees.set(commit.branch, tree);
    if (commit.tag) trees.set(commit.tag.name, tree);
    return { ...commit, files };
  });
}
