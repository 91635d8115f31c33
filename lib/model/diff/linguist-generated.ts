import { compileGlob } from "@/lib/model/hosting/glob";

/** A `.gitattributes` file. */
export interface AttributesFile {
  path: string;
  text: string;
}

/** A line that sets the attribute; `undefined` resets it. */
interface Rule {
  pattern: string;
  generated: boolean | undefined;
}

const fileName = ".gitattributes";
const maxTextLength = 200_000;
const maxPatternLength = 250;
/** Rules times paths. The rules are untrusted, and matching runs in the browser's main thread. */
const maxMatchings = 100_000;

/** The value of `linguist-generated` in the attributes of a line; `none` if it isn't mentioned. */
function attributeOf(words: readonly string[]): boolean | undefined | "none" {
  let value: boolean | undefined | "none" = "none";
  for (const word of words) {
    if (word === "linguist-generated" || word === "linguist-generated=true") value = true;
    else if (word === "-linguist-generated" || word === "linguist-generated=false") value = false;
    else if (word === "!linguist-generated") value = undefined;
  }
  return value;
}

/** Splits a line into its pattern, which can be quoted, and the rest. */
function splitPattern(line: string): [pattern: string, rest: string] {
  if (!line.startsWith('"')) {
    const end = line.search(/[ \t]/);
    return end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end)];
  }
  let pattern = "";
  for (let at = 1; at < line.length; at += 1) {
    if (line[at] === '"') return [pattern, line.slice(at + 1)];
    if (line[at] === "\\") at += 1;
    pattern += line[at] ?? "";
  }
  return ["", ""];
}

/** A glob for whole paths, or `undefined` for a pattern that matches no file. */
function globOf(pattern: string, folder: string): string | undefined {
  if (pattern === "" || pattern.endsWith("/") || pattern.length > maxPatternLength) return undefined;
  const relative = pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`;
  return `${folder.replace(/[*?[\\]/g, "\\$&")}${relative}`;
}

function rulesOf({ path, text }: AttributesFile): Rule[] {
  const folder = path.slice(0, path.length - fileName.length);
  return text
    .slice(0, maxTextLength)
    .split("\n")
    .flatMap((each) => {
      const line = each.trim();
      // Comments, macros, and negative patterns, which git doesn't allow.
      if (/^(?:#|\[attr\]|!|$)/.test(line)) return [];
      const [pattern, rest] = splitPattern(line);
      const generated = attributeOf(rest.split(/[ \t]+/));
      const glob = globOf(pattern, folder);
      return generated === "none" || glob === undefined ? [] : [{ pattern: glob, generated }];
    });
}

/** The attributes files that can apply to the paths, outermost folders first. */
export function attributesPaths(existing: ReadonlySet<string>, paths: readonly string[]): string[] {
  const folders = new Set([""]);
  for (const path of paths) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.add(path.slice(0, at + 1));
  }
  return [...folders]
    .map((folder) => `${folder}${fileName}`)
    .filter((path) => existing.has(path))
    .sort((a, b) => a.split("/").length - b.split("/").length);
}

/**
 * Whether `linguist-generated` is set (true) or unset (false) for paths. The last matching line decides; inner folders override
 * outer ones. Without a matching line a path isn't in the result. Of too many rules, the first are ignored.
 */
export function linguistGenerated(files: readonly AttributesFile[], paths: readonly string[]): Map<string, boolean> {
  const max = Math.floor(maxMatchings / Math.max(paths.length, 1));
  const rules = files
    .flatMap(rulesOf)
    .slice(-Math.max(max, 1))
    .map(({ pattern, generated }) => ({ matches: compileGlob(pattern), generated }));
  const found = new Map<string, boolean>();
  for (const path of paths) {
    const generated = rules.findLast(({ matches }) => matches(path))?.generated;
    if (generated !== undefined) found.set(path, generated);
  }
  return found;
}
