import type { Signature } from "../objects/commit-object";
import { readQuotedPath } from "../quoted-path";
import { runGit } from "../run-git";

/** Lines of a file that one commit wrote. Lines are counted from 1. */
export interface BlameRange {
  commit: string;
  startLine: number;
  lineCount: number;
  /** The path in that commit, and the first of the lines there. */
  path: string;
  originalStartLine: number;
}

export interface BlamedCommit {
  author: Signature;
  /** The first line of the message. */
  subject: string;
  /** The commit and path before the change; none if the commit created the file. */
  previous?: { commit: string; path: string };
}

export interface Blame {
  /** Ordered by line. */
  ranges: BlameRange[];
  commits: Map<string, BlamedCommit>;
}

const limits = { timeoutMs: 15_000, memoryBytes: 512 * 1024 ** 2, maxOutputBytes: 16 * 1024 ** 2 };

const utf8 = (latin1: string) => Buffer.from(latin1, "latin1").toString("utf8");

function readDetail(commit: BlamedCommit, line: string): void {
  const space = line.indexOf(" ");
  const [key, value] = [line.slice(0, space), line.slice(space + 1)];
  if (key === "author") commit.author.name = utf8(value);
  else if (key === "author-mail") commit.author.email = utf8(value).replace(/^<|>$/g, "");
  else if (key === "author-time") commit.author.at = Number(value);
  else if (key === "author-tz") commit.author.zone = value;
  else if (key === "summary") commit.subject = utf8(value);
  else if (key === "previous") {
    const end = value.indexOf(" ");
    commit.previous = { commit: value.slice(0, end), path: readQuotedPath(value.slice(end + 1)) };
  }
}

/** Each range is `<commit> <original line> <line> <count>`, details of the commit, and `filename <path>`, decoded as Latin-1. */
function parseBlame(output: string): Blame {
  const ranges: BlameRange[] = [];
  const commits: Blame["commits"] = new Map();
  let range: BlameRange | undefined;
  for (const line of output.split("\n")) {
    if (!range) {
      const [commit = "", original, start, count] = line.split(" ");
      if (commit === "") continue;
      range = {
        commit,
        path: "",
        startLine: Number(start),
        lineCount: Number(count),
        originalStartLine: Number(original),
      };
      if (!commits.has(commit)) {
        commits.set(commit, { author: { name: "", email: "", at: 0, zone: "+0000" }, subject: "" });
      }
    } else if (line.startsWith("filename ")) {
      ranges.push({ ...range, path: readQuotedPath(line.slice("filename ".length)) });
      range = undefined;
    } else {
      const commit = commits.get(range.commit);
      if (commit) readDetail(commit, line);
    }
  }
  return { ranges: ranges.sort((a, b) => a.startLine - b.startLine), commits };
}

/**
 * Which commits wrote the lines of a file.
 *
 * @throws {GitLimitExceeded} if the file or its history is too large
 */
export async function blame(dir: string, commit: string, path: string, signal: AbortSignal): Promise<Blame> {
  const args = ["blame", "--incremental", "--no-progress", commit];
  const { stdout } = await runGit(args, { cwd: dir, env: { GIT_DIR: dir }, paths: [path], ...limits, signal });
  return parseBlame(stdout.toString("latin1"));
}
