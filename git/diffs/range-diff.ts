import { GitLimitExceeded, runGit } from "../run-git";

export type PairStatus = "unchanged" | "changed" | "removed" | "added";

/** A commit of the old range and its counterpart in the new one. */
export interface CommitPair {
  status: PairStatus;
  /** Positions are counted from 1, in each range. */
  before?: { position: number; commit: string };
  after?: { position: number; commit: string };
  subject: string;
  /** The difference between the two patches, of a changed pair. */
  patch?: string;
}

const limits = { timeoutMs: 20_000, memoryBytes: 512 * 1024 ** 2 };
const maxPatchBytes = 1024 * 1024;
const statuses: Readonly<Record<string, PairStatus>> = {
  "=": "unchanged",
  "!": "changed",
  "<": "removed",
  ">": "added",
};

/** `<position>: <commit> <status> <position>: <commit> <subject>`, with hyphens for a missing side. */
const header = /^ {0,2}(-|\d+): +([0-9a-f]{40,64}|-+) ([=!<>]) +(-|\d+): +([0-9a-f]{40,64}|-+)(?: (.*))?$/s;

const side = (position: string | undefined, commit: string | undefined) =>
  position === undefined || commit === undefined || position === "-"
    ? undefined
    : { position: Number(position), commit };

function parsePairs(output: string): CommitPair[] {
  const pairs: CommitPair[] = [];
  const patches = new Map<CommitPair, string[]>();
  for (const line of output.split("\n")) {
    const pair = pairs.at(-1);
    // Lines of patches are indented by four spaces, positions by less: there are at most three digits.
    if (line.startsWith("    ")) {
      if (pair) patches.get(pair)?.push(line.slice(4));
      continue;
    }
    const [, oldPosition, oldCommit, mark = "", newPosition, newCommit, subject = ""] = header.exec(line) ?? [];
    const status = statuses[mark];
    if (!status) continue;
    const [before, after] = [side(oldPosition, oldCommit), side(newPosition, newCommit)];
    const found: CommitPair = { status, subject, ...(before ? { before } : {}), ...(after ? { after } : {}) };
    pairs.push(found);
    patches.set(found, []);
  }
  return pairs.map((pair) => {
    const patch = patches.get(pair)?.join("\n") ?? "";
    return patch === "" ? pair : { ...pair, patch };
  });
}

export interface CommitRange {
  base: string;
  head: string;
}

/** The most commits of a range: their patches are compared with each other. */
const maxCommits = 250;

async function countCommits(dir: string, { base, head }: CommitRange, signal: AbortSignal): Promise<number> {
  const args = ["rev-list", "--count", "--no-merges", `--max-count=${maxCommits + 1}`, head, `^${base}`];
  return Number((await runGit(args, { cwd: dir, env: { GIT_DIR: dir }, ...limits, signal })).stdout.toString());
}

/**
 * Pairs the commits of two ranges, without merges, by how similar their patches are. `complete` is false if the patches are
 * too large to include.
 *
 * @throws {GitLimitExceeded} if a range has more than 250 commits, or they take too long to compare
 */
export async function rangeDiff(
  dir: string,
  { from, to }: { from: CommitRange; to: CommitRange },
  signal: AbortSignal,
): Promise<{ pairs: CommitPair[]; complete: boolean }> {
  const ranges = [`${from.base}..${from.head}`, `${to.base}..${to.head}`];
  for (const range of [from, to]) {
    if ((await countCommits(dir, range, signal)) <= maxCommits) continue;
    throw new GitLimitExceeded(["range-diff"], "output", `more than ${maxCommits} commits`);
  }
  const compare = async (...more: string[]) => {
    const args = ["range-diff", "--no-color", "--no-notes", "--abbrev=64", ...more, ...ranges];
    const options = { cwd: dir, env: { GIT_DIR: dir }, config: { "core.abbrev": "no" }, ...limits, signal };
    const { stdout } = await runGit(args, { ...options, maxOutputBytes: maxPatchBytes });
    return parsePairs(stdout.toString("utf8"));
  };
  try {
    return { pairs: await compare(), complete: true };
  } catch (error) {
    if (!(error instanceof GitLimitExceeded) || error.limit !== "output") throw error;
    return { pairs: await compare("--no-patch"), complete: false };
  }
}
