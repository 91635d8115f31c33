import { setImmediate } from "node:timers/promises";
import { changedFiles } from "../../git/changed-files";
import { readCommit } from "../../git/commit-object";
import { mergeBase } from "../../git/history";
import { type ObjectReader, ObjectTooLarge } from "../../git/object-readers";
import { entryType, findEntry } from "../../git/tree-object";
import { ownersOf, parseCodeowners } from "../rulesets/codeowners";

export interface CodeownerRequirement {
  /** Any one of them can approve. */
  owners: string[];
  paths: string[];
}

/** The first one that is there counts. */
const places = [".svc/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];
/** Bytes; each line is held against each changed path. */
const largestFile = 512 * 1024;
/** Longest time other work waits for it. */
const sliceMs = 20;

/** The text of the file, from the base: nobody changes who must approve by what is to be approved. */
async function readCodeowners(reader: ObjectReader, baseSha: string): Promise<string | undefined | "too large"> {
  const { tree } = await readCommit(reader, baseSha);
  for (const path of places) {
    const entry = await findEntry(reader, tree, path);
    if (!entry || entryType(entry) !== "blob") continue;
    try {
      return (await reader.read(entry.id, largestFile))?.content.toString("utf8");
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
  const parted = (await mergeBase(reader.dir, from, to)) ?? from;
  const files = await changedFiles(reader.dir, parted, to);
  const paths = new Set(files.flatMap(({ path, previousPath }) => (previousPath ? [path, previousPath] : [path])));
  const found = new Map<string, CodeownerRequirement>();
  let since = performance.now();
  for (const path of paths) {
    if (performance.now() - since > sliceMs) {
      await setImmediate();
      since = performance.now();
    }
    const owners = [...new Set(ownersOf(rules, path))].sort();
    if (owners.length === 0) continue;
    const key = owners.join(" ");
    const requirement = found.get(key) ?? { owners, paths: [] };
    requirement.paths.push(path);
    found.set(key, requirement);
  }
  return [...found.values()];
}

const known = new Map<string, readonly CodeownerRequirement[] | "too large">();
const mostKnown = 500;

/**
 * Whose approval the change from one commit to another needs by the CODEOWNERS file of a base. A pure function of the
 * commits, so the answer is remembered.
 */
export async function codeownerRequirements(
  reader: ObjectReader,
  { baseSha, from, to }: { baseSha: string; from: string; to: string },
): Promise<readonly CodeownerRequirement[] | "too large"> {
  const key = [reader.dir, baseSha, from, to].join(" ");
  const requirements = known.get(key) ?? (await findRequirements(reader, baseSha, from, to));
  known.delete(key);
  known.set(key, requirements);
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(oldest);
  }
  return requirements;
}
