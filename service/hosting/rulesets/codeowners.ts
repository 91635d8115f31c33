import { compileGlob } from "@/lib/model/hosting/glob";

/** One line of a CODEOWNERS file. */
interface OwnerRule {
  /** As written; empty if the line removes ownership set by earlier lines. */
  owners: readonly string[];
  matches(path: string): boolean;
}

/** Splits a line into words. A backslash escapes a space; `#` starts a comment. */
function words(line: string): string[] {
  const found = line.replace(/(^|\s)#.*$/, "").match(/(?:\\.|[^\s\\])+/g) ?? [];
  return found.map((word) => word.replaceAll("\\ ", " "));
}

function matcherOf(pattern: string): (path: string) => boolean {
  const isFolder = pattern.endsWith("/");
  const name = pattern.replace(/^\//, "").replace(/\/$/, "");
  const isAnchored = pattern.startsWith("/") || name.includes("/");
  const glob = isAnchored ? name : `**/${name}`;
  const isEverythingIn = glob.endsWith("/*");
  const globs = isFolder ? [`${glob}/**`] : isEverythingIn ? [glob] : [glob, `${glob}/**`];
  const each = globs.map(compileGlob);
  return (path) => each.some((matches) => matches(path));
}

export function parseCodeowners(text: string): OwnerRule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [pattern, ...owners] = words(line);
    return pattern === undefined ? [] : [{ owners, matches: matcherOf(pattern) }];
  });
}

/** The owners of a path: those on the last matching line. */
export function findOwners(rules: readonly OwnerRule[], path: string): readonly string[] {
  return rules.findLast(({ matches }) => matches(path))?.owners ?? [];
}
