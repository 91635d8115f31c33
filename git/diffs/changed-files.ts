import { RecentMap } from "@/lib/core/recent-map";
import { pathOfLatin1 } from "../path-text";
import { diffTree } from "./limited-diff";

export interface ChangedFile {
  status: "added" | "removed" | "modified" | "renamed";
  path: string;
  /** Previous path of a renamed file. */
  previousPath?: string;
  /** All zero if there is none. */
  oldId: string;
  newId: string;
  /** The type changed, for example from a file to a symlink or submodule. */
  typeChanged: boolean;
}

/** The empty tree, which exists in every repository. */
export const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Diff options. Renames over the limit are shown as a removal and an addition. */
export const diffFlags = ["-r", "-M", "-l1000", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index"];

const statuses = { A: "added", D: "removed", M: "modified", T: "modified", R: "renamed" } as const;
const maxListBytes = 64 * 1024 * 1024;

function statusOf(letter: string): ChangedFile["status"] {
  return (Object.entries(statuses).find(([each]) => each === letter) ?? ["M", "modified" as const])[1];
}

/** Reads output decoded as Latin-1. */
function readRaw(output: string): ChangedFile[] {
  const parts = output.split("\0");
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < parts.length; ) {
    const [, , oldId = "", newId = "", letter = "M"] = (parts[at] ?? "").split(" ");
    const status = statusOf(letter.slice(0, 1));
    const first = pathOfLatin1(parts[at + 1] ?? "");
    const renamed = status === "renamed";
    files.push({
      status,
      path: renamed ? pathOfLatin1(parts[at + 2] ?? "") : first,
      ...(renamed ? { previousPath: first } : {}),
      oldId,
      newId,
      typeChanged: letter === "T",
    });
    at += renamed ? 3 : 2;
  }
  return files;
}

/** Recent lists, because the pages of a diff request the same list. */
const known = new RecentMap<string, readonly ChangedFile[]>(200_000, (files) => files.length + 1);

/** The files that differ between two trees or commits, given by complete ids, in git's order. */
export async function changedFiles(
  dir: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<readonly ChangedFile[]> {
  const key = `${dir} ${from} ${to}`;
  const there = known.get(key);
  if (there) return there;
  const { stdout } = await diffTree(dir, [...diffFlags, "--raw", "-z", from, to], {
    maxOutputBytes: maxListBytes,
    ...(signal ? { signal } : {}),
  });
  const files = readRaw(stdout.toString("latin1"));
  known.set(key, files);
  return files;
}
