import { compileGlob } from "./glob";

export interface RefPatterns {
  kind: string;
  includedRefNames: readonly string[];
  excludedRefNames: readonly string[];
}

/** A branch or tag name without its `refs/heads/` or `refs/tags/` prefix. */
export const shortName = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, "");

const compiled = new Map<string, (name: string) => boolean>();
const maxCompiled = 2_000;

function globOf(pattern: string): (name: string) => boolean {
  const glob = compiled.get(pattern) ?? compileGlob(pattern);
  compiled.delete(pattern);
  compiled.set(pattern, glob);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= maxCompiled) break;
    compiled.delete(oldest);
  }
  return glob;
}

function matches(pattern: string, ref: string, defaultBranch: string): boolean {
  if (pattern === "~ALL") return true;
  if (pattern === "~DEFAULT_BRANCH") return ref === `refs/heads/${defaultBranch}`;
  return globOf(pattern)(pattern.startsWith("refs/") ? ref : shortName(ref));
}

const spaces: Readonly<Record<string, readonly string[]>> = {
  merge_branch: ["refs/heads/"],
  push_branch: ["refs/heads/"],
  push_tag: ["refs/tags/"],
  push_repository: ["refs/heads/", "refs/tags/"],
};

/**
 * True when a ruleset applies to a full reference name. Exclusion wins. A ruleset that includes nothing applies to
 * nothing, except a repository-wide one, which applies to everything.
 */
export function covers({ kind, includedRefNames, excludedRefNames }: RefPatterns, ref: string, defaultBranch: string) {
  if (!(spaces[kind] ?? []).some((space) => ref.startsWith(space))) return false;
  const isIncluded =
    includedRefNames.some((pattern) => matches(pattern, ref, defaultBranch)) ||
    (kind === "push_repository" && includedRefNames.length === 0);
  return isIncluded && !excludedRefNames.some((pattern) => matches(pattern, ref, defaultBranch));
}
