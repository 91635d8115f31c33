import { compileGlob } from "@/lib/contract/hosting/glob";

/** One line of a CODEOWNERS file. */
interface OwnerRule {
  /** As written; none where a line takes paths away from those before it. */
  owners: readonly string[];
  matches(path: string): boolean;
}

/** Words of a line; a backslash keeps the blank behind it, `#` begins a comment. */
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

/** Who owns a path: the owners of the last line that matches it. */
export function ownersOf(rules: readonly OwnerRule[], path: string): readonly string[] {
  return rules.findLast(({ matches }) => matches(path))?.owners ?? [];
}
