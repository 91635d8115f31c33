import type { ObjectReader } from "../objects/object-readers";
import { pathOfLatin1 } from "../path-text";
import { type ChangedFile, diffFlags } from "./changed-files";
import { diffTree } from "./limited-diff";

export interface FileDiff extends ChangedFile {
  additions: number;
  deletions: number;
  /** Hunks from the first `@@` on; empty for binary files and for files or patches that are too large. */
  patch: string;
}

const maxFileBytes = 1024 * 1024;
const maxPageBytes = 8 * 1024 * 1024;
/** Bytes compared by one process, to limit its output. */
const batchBytes = 8 * 1024 * 1024;
/** Bytes of the paths passed to one process. Escaped, they can be four times as long, and systems allow 2 MB. */
const pathBytesPerProcess = 256 * 1024;
const isNone = (id: string) => /^0+$/.test(id);

interface Range {
  dir: string;
  from: string;
  to: string;
  signal: AbortSignal | undefined;
}

async function compare({ dir, from, to, signal }: Range, flags: readonly string[], files: readonly ChangedFile[]) {
  const paths = files.flatMap(({ path, previousPath }) => (previousPath === undefined ? [path] : [previousPath, path]));
  const args = [...diffFlags, ...flags, from, to];
  return (await diffTree(dir, args, { paths, ...(signal ? { signal } : {}) })).stdout;
}

type Counts = Pick<FileDiff, "additions" | "deletions">;

/** Counts by path; a renamed file's key consists of both names. */
function readCounts(output: Buffer): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  const parts = output.toString("latin1").split("\0");
  for (let at = 0; at < parts.length; at += 1) {
    const [, added = "", removed = "", path = ""] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(parts[at] ?? "") ?? [];
    if (added === "") continue;
    const names = path ? [path] : [parts[at + 1] ?? "", parts[at + 2] ?? ""];
    if (!path) at += 2;
    const key = names.map(pathOfLatin1).join("\0");
    counts.set(key, { additions: Number(added) || 0, deletions: Number(removed) || 0 });
  }
  return counts;
}

/** Hunks by blob ids, because the same contents always have the same hunks. */
function readPatches(output: Buffer): Map<string, string> {
  const patches = new Map<string, string>();
  // Lines of files start with a sign. They can contain any separator but LF.
  for (const section of output.toString("utf8").split(/(?<=\n)(?=diff --git )/)) {
    const start = section.indexOf("\n@@");
    const head = start < 0 ? section : section.slice(0, start);
    const ids = /\nindex ([0-9a-f]+\.\.[0-9a-f]+)/.exec(head)?.[1];
    if (ids) patches.set(ids, start < 0 ? "" : section.slice(start + 1));
  }
  return patches;
}

function patchOf(patches: ReadonlyMap<string, string>, { oldId, newId, typeChanged }: ChangedFile): string | undefined {
  if (oldId === newId) return "";
  if (!typeChanged) return patches.get(`${oldId}..${newId}`);
  const none = "0".repeat(oldId.length);
  return (patches.get(`${oldId}..${none}`) ?? "") + (patches.get(`${none}..${newId}`) ?? "");
}

async function sizeOf(reader: ObjectReader, id: string): Promise<number> {
  return isNone(id) ? 0 : ((await reader.info(id))?.size ?? 0);
}

/** The files whose contents are small enough to show, in batches one process can print. */
async function printable(reader: ObjectReader, files: readonly ChangedFile[]): Promise<ChangedFile[][]> {
  const sizes = await Promise.all(
    files.map(async ({ oldId, newId }) => Promise.all([sizeOf(reader, oldId), sizeOf(reader, newId)])),
  );
  const batches: ChangedFile[][] = [];
  let room = 0;
  for (const [index, file] of files.entries()) {
    const [before = 0, after = 0] = sizes[index] ?? [];
    if (Math.max(before, after) > maxFileBytes || file.oldId === file.newId) continue;
    if (room < before + after || batches.length === 0) {
      batches.push([]);
      room = batchBytes;
    }
    room -= before + after;
    batches.at(-1)?.push(file);
  }
  return batches;
}

const pathLength = ({ path, previousPath = "" }: ChangedFile) =>
  Buffer.byteLength(path) + Buffer.byteLength(previousPath);

/** Files in groups whose paths fit into the arguments of a process. */
function byPathLength(files: readonly ChangedFile[]): ChangedFile[][] {
  const groups: ChangedFile[][] = [];
  let room = 0;
  for (const file of files) {
    room -= pathLength(file);
    if (room < 0 || groups.length === 0) {
      groups.push([]);
      room = pathBytesPerProcess - pathLength(file);
    }
    groups.at(-1)?.push(file);
  }
  return groups;
}

/** Counts and hunks of some of the files that differ between two trees or commits. */
export async function fileDiffs(
  reader: ObjectReader,
  options: { from: string; to: string; files: readonly ChangedFile[]; signal?: AbortSignal },
): Promise<FileDiff[]> {
  const { from, to, files, signal } = options;
  if (files.length === 0) return [];
  const range = { dir: reader.dir, from, to, signal };
  const counts = new Map<string, Counts>();
  const patches = new Map<string, string>();
  let shown = 0;
  // Disabled, because git can detect renames among few files that it skips among many.
  const renamed = files.filter(({ status }) => status === "renamed");
  const others = files.filter(({ status }) => status !== "renamed");
  for (const group of [...byPathLength(others), ...byPathLength(renamed)]) {
    const flags = group[0]?.status === "renamed" ? [] : ["--no-renames"];
    const batches = await printable(reader, group);
    // Usually one process prints everything: the counts, then the hunks.
    const atOnce = batches.length === 1 && batches[0]?.length === group.length;
    const output = await compare(range, [...flags, "--numstat", "-z", ...(atOnce ? ["-p"] : [])], group);
    // Two NULs end the counts; names can't contain NUL.
    const end = output.indexOf("\0\0diff --git ");
    const counted = end < 0 ? output : output.subarray(0, end);
    const hunks = end < 0 ? Buffer.alloc(0) : output.subarray(end + 2);
    for (const [key, count] of readCounts(counted)) counts.set(key, count);
    for (const [ids, patch] of readPatches(hunks)) {
      patches.set(ids, patch);
      shown += patch.length;
    }
    for (const batch of atOnce ? [] : batches) {
      if (shown > maxPageBytes) break;
      for (const [ids, patch] of readPatches(await compare(range, [...flags, "-p"], batch))) {
        patches.set(ids, patch);
        shown += patch.length;
      }
    }
  }
  let left = maxPageBytes;
  return files.map((file) => {
    const key = file.previousPath === undefined ? file.path : `${file.previousPath}\0${file.path}`;
    const patch = patchOf(patches, file) ?? "";
    left -= patch.length;
    return { ...file, ...(counts.get(key) ?? { additions: 0, deletions: 0 }), patch: left < 0 ? "" : patch };
  });
}
