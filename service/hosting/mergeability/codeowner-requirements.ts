import { setImmediate } from "node:timers/promises";
import { changedFiles } from "@/git/diffs/changed-files";
import { mergeBase } from "@/git/history/history";
import { readCommit } from "@/git/objects/commit-object";
import { type ObjectReader, ObjectTooLarge } from "@/git/objects/object-readers";
import { entryType, findEntry } from "@/git/objects/tree-object";
import { findOwners, parseCodeowners } from "../rulesets/codeowners";

export interface CodeownerRequirement {
  /** Approval by any one of them is enough. */
  owners: string[];
  paths: string[];
}

/** The first existing file is used. */
const locations = [".svc/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];
/** In bytes. Limited because every line is matched against every changed path. */
const maxFileBytes = 512 * 1024;
/** How long matching can block the event loop. */
const sliceMs = 20;

/** Reads the file from the base, so that a pull request can't change its own required approvers. */
async function readCodeowners(reader: ObjectReader, baseSha: string): Promise<string | undefined | "too large"> {
  const { tree } = await readCommit(reader, baseSha);
  for (const path of locations) {
    const entry = await findEntry(reader, tree, path);
    if (!entry || entryType(entry) !== "blob") continue;
    try {
      return (await reader.read(entry.id, maxFileBytes))?.content.toString("utf8");
    } catch (error) {
      if (error instanceof ObjectTooLarge) return "too large";
      throw error;
    }
  }
  return undefined;
}

async function findRequirements(reader: ObjectReader, baseSha: string, from: string, to: string) {
  const text = await readCodeowners(reader, baseSha);
  if (text === "too large") return text;
  if (text === undefined) return [];
  const rules = parseCodeowners(text);
  const ancestor = (await mergeBase(reader.dir, from, to)) ?? from;
  const files = await changedFiles(reader.dir, ancestor, to);
  const paths = new Set(files.flatMap(({ path, previousPath }) => (previousPath ? [path, previousPath] : [path])));
  const found = new Map<string, CodeownerRequirement>();
  let since = performance.now();
  for (const path of paths) {
    if (performance.now() - since > sliceMs) {
      await setImmediate();
      since = performance.now();
    }
    const owners = [...new Set(findOwners(rules, path))].sort();
    if (owners.length === 0) continue;
    const key = owners.join(" ");
    const requirement = found.get(key) ?? { owners, paths: [] };
    requirement.paths.push(path);
    found.set(key, requirement);
  }
  return [...found.values()];
}

const cache = new Map<string, readonly CodeownerRequirement[] | "too large">();
const maxCached = 500;

/**
 * The owners who must approve the changes between two commits, by the base's CODEOWNERS file. Depends only on the
 * commits, so the result is cached.
 */
export async function codeownerRequirements(
  reader: ObjectReader,
  { baseSha, from, to }: { baseSha: string; from: string; to: string },
): Promise<readonly CodeownerRequirement[] | "too large"> {
  const key = [reader.dir, baseSha, from, to].join(" ");
  const requirements = cache.get(key) ?? (await findRequirements(reader, baseSha, from, to));
  cache.delete(key);
  cache.set(key, requirements);
  for (const oldest of cache.keys()) {
    if (cache.size <= maxCached) break;
    cache.delete(oldest);
  }
  return requirements;
}
