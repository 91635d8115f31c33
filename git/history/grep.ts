import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { exitCode } from "@/lib/core/process/exit-code";
import { pathBytes, pathText } from "../path-text";
import { collectStderr, GitError, killGit, spawnGit } from "../run-git";

export interface GrepQuery {
  /** Id of the tree that is searched. */
  tree: string;
  pattern: string;
  /** Plain text instead of a regular expression; required for the next two options. */
  literal: boolean;
  caseInsensitive: boolean;
  wholeWord: boolean;
  contextBefore: number;
  contextAfter: number;
  /** Limits the search to this path. Empty: everything. */
  below: string;
  includes: readonly string[];
  excludes: readonly string[];
  maxResults: number;
}

export interface GrepLine {
  path: string;
  lineNumber: number;
  line: Buffer;
  isMatch: boolean;
  ranges: { start: number; end: number }[];
}

/** The pattern isn't a valid regular expression, or takes too many steps. */
export class BadPattern extends Error {}

const searchTimeoutMs = 5_000;
const maxOutputBytes = 32 * 1024 * 1024;

/** Returns the pathspecs of a glob: with a slash from the root, without one at any depth. A folder includes its contents. */
function globSpecs(glob: string, magic: string): string[] {
  const plain = glob.replace(/^\/+/, "").replace(/(?<!\/)\/+$/, "");
  const rooted = plain.includes("/") ? plain : `**/${plain}`;
  return [`:(${magic})${rooted}`, `:(${magic})${rooted}/**`];
}

/** Empty for a path that can't be an argument. Matches outside of it are skipped in any case. */
function belowSpecs(below: string): string[] {
  const bytes = pathBytes(below);
  return below !== "" && isUtf8(bytes) ? [`:(top,literal)${bytes.toString("utf8")}`] : [];
}

function pathspecs({ below, includes, excludes }: GrepQuery): string[] {
  const includeSpecs = includes.flatMap((glob) => globSpecs(glob, "top,glob,icase"));
  return [
    ...(includeSpecs.length > 0 ? includeSpecs : belowSpecs(below)),
    ...excludes.flatMap((glob) => globSpecs(glob, "top,exclude,glob,icase")),
  ];
}

/** Returns a random color. Git prints it before each match and {@link reset} after it. */
function randomColor(): { config: string; marker: Buffer } {
  const bytes = randomBytes(3);
  return { config: `#${bytes.toString("hex")}`, marker: Buffer.from(`\u001b[38;2;${[...bytes].join(";")}m`) };
}

const reset = Buffer.from("\u001b[m");
const uncolored = ["filename", "lineNumber", "column", "separator", "function", "context", "selected"];

/** Removes colors from a line and returns their ranges. */
function removeColors(text: Buffer, marker: Buffer): Pick<GrepLine, "line" | "ranges"> {
  const parts: Buffer[] = [];
  const ranges: GrepLine["ranges"] = [];
  let length = 0;
  const keep = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  let at = 0;
  for (let begin = text.indexOf(marker); begin >= 0; begin = text.indexOf(marker, at)) {
    keep(text.subarray(at, begin));
    const end = text.indexOf(reset, begin + marker.length);
    if (end < 0) break;
    const start = length;
    keep(text.subarray(begin + marker.length, end));
    ranges.push({ start, end: length });
    at = end + reset.length;
  }
  keep(text.subarray(at));
  return { line: Buffer.concat(parts), ranges };
}

const isLine = (output: Buffer, prefix: Buffer) => output.subarray(0, prefix.length).equals(prefix);

/** The end of the first line or separator, or -1 if git hasn't printed it completely. A path can contain line breaks. */
function recordEnd(output: Buffer, prefix: Buffer): number {
  if (!isLine(output, prefix)) return output.indexOf(0x0a);
  const pathEnd = output.indexOf(0);
  const lineEnd = pathEnd < 0 ? -1 : output.indexOf(0, pathEnd + 1);
  return lineEnd < 0 ? -1 : output.indexOf(0x0a, lineEnd + 1);
}

/** `<tree>:<path> NUL <line> NUL [<column> NUL] <text>`; undefined for separators between groups of lines. */
function readLine(record: Buffer, prefix: Buffer, marker: Buffer): GrepLine | undefined {
  if (!isLine(record, prefix)) return undefined;
  const pathEnd = record.indexOf(0);
  const lineEnd = record.indexOf(0, pathEnd + 1);
  if (pathEnd < 0 || lineEnd < 0) return undefined;
  const columnEnd = record.indexOf(0, lineEnd + 1);
  // Context lines have no column.
  const isMatch = columnEnd >= 0 && /^\d+$/.test(record.toString("latin1", lineEnd + 1, columnEnd));
  return {
    path: pathText(record.subarray(prefix.length, pathEnd)),
    lineNumber: Number(record.toString("latin1", pathEnd + 1, lineEnd)),
    isMatch,
    ...removeColors(record.subarray((isMatch ? columnEnd : lineEnd) + 1), marker),
  };
}

/**
 * Searches the files of a tree by line. `complete` is false if the limit on results, time or output truncated
 * the result.
 *
 * @throws {BadPattern} for a pattern git rejects
 */
export async function grep(
  dir: string,
  query: GrepQuery,
  signal: AbortSignal,
): Promise<{ lines: GrepLine[]; complete: boolean }> {
  const { config, marker } = randomColor();
  const kind = query.literal
    ? ["-F", ...(query.caseInsensitive ? ["-i"] : []), ...(query.wholeWord ? ["-w"] : [])]
    : ["-P"];
  const context = [`-B${query.contextBefore}`, `-A${query.contextAfter}`];
  const shape = ["-z", "-n", "--column", "-I", "--full-name", "--color=always", "--threads=2"];
  const args = ["grep", ...shape, ...kind, ...context, "-e", query.pattern, query.tree, "--", ...pathspecs(query)];
  const limited = AbortSignal.any([signal, AbortSignal.timeout(searchTimeoutMs)]);
  const child = spawnGit(args, {
    cwd: dir,
    // Patterns are compared as UTF-8. Pathspec magic is on, because every pathspec has a fixed prefix.
    env: { GIT_DIR: dir, GIT_LITERAL_PATHSPECS: "0", LC_ALL: "C.UTF-8" },
    config: {
      ...Object.fromEntries(uncolored.map((part) => [`color.grep.${part}`, "normal"])),
      "color.grep.match": config,
    },
    signal: limited,
  });
  child.stdin?.end();
  const stderr = collectStderr(child);
  const ended = exitCode(child);

  const lines: GrepLine[] = [];
  let matching = 0;
  const { below, maxResults } = query;
  /** False if the limit is reached. */
  function take(line: GrepLine): boolean {
    if (below && line.path !== below && !line.path.startsWith(`${below}/`)) return true;
    if (line.isMatch) matching += 1;
    if (matching > maxResults) return false;
    lines.push(line);
    return true;
  }
  function stop() {
    killGit(child);
    return cut(lines, maxResults, false);
  }

  const prefix = Buffer.from(`${query.tree}:`);
  let left: Buffer = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of child.stdout ?? []) {
    if (!Buffer.isBuffer(chunk)) throw new Error("expected binary output from git");
    size += chunk.length;
    left = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    for (let end = recordEnd(left, prefix); end >= 0; end = recordEnd(left, prefix)) {
      const line = readLine(left.subarray(0, end), prefix, marker);
      if (line && !take(line)) return stop();
      left = left.subarray(end + 1);
    }
    if (size > maxOutputBytes) return stop();
  }
  const code = await ended;
  if (code === 0 || code === 1) return cut(lines, maxResults, true);
  signal.throwIfAborted();
  if (limited.aborted) return cut(lines, maxResults, false);
  const errorOutput = stderr();
  if (/-e option|pcre2?_|match limit|regex|regular expression/i.test(errorOutput)) {
    throw new BadPattern(errorOutput.replace(/^fatal: (?:-e option, '.*': )?/s, "").trim());
  }
  throw new GitError(args, code, errorOutput);
}

/** Truncates the result at the limit of occurrences. A matching line without any counts as one. */
function cut(lines: GrepLine[], maxResults: number, complete: boolean): { lines: GrepLine[]; complete: boolean } {
  let left = maxResults;
  for (const [index, line] of lines.entries()) {
    if (!line.isMatch) continue;
    if (left === 0) return { lines: lines.slice(0, index), complete: false };
    if (line.ranges.length > left) {
      const last = { ...line, ranges: line.ranges.slice(0, left) };
      return { lines: [...lines.slice(0, index), last], complete: false };
    }
    left -= Math.max(1, line.ranges.length);
  }
  return { lines, complete };
}
