import { isRefName } from "./branch-name";
import { runGit, type SpawnGitOptions } from "./run-git";

type Spawn = SpawnGitOptions["spawn"];

const fullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const abbreviatedId = /^[0-9a-f]{5,64}$/;

/** True for a complete object id, the only form of revision passed to git commands. */
export function isObjectId(text: string): boolean {
  return fullId.test(text);
}

async function commitOf(repoDir: string, expression: string, spawn: Spawn): Promise<string | undefined> {
  const { stdout } = await runGit(["rev-parse", "--verify", "--quiet", "--end-of-options", `${expression}^{commit}`], {
    cwd: repoDir,
    okCodes: [0, 1, 128],
    ...(spawn ? { spawn } : {}),
  });
  return stdout.toString("utf8").trim() || undefined;
}

async function namedCommit(repoDir: string, name: string, spawn: Spawn): Promise<string | undefined> {
  const wanted = [`refs/heads/${name}`, `refs/tags/${name}`];
  const { stdout } = await runGit(["for-each-ref", "--format=%(objectname) %(refname)", ...wanted], {
    cwd: repoDir,
    ...(spawn ? { spawn } : {}),
  });
  const found = new Map(
    stdout
      .toString("utf8")
      .split("\n")
      .map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))] as const),
  );
  for (const ref of wanted) {
    const id = found.get(ref);
    const commit = id && (await commitOf(repoDir, id, spawn));
    if (commit) return commit;
  }
  return undefined;
}

/** Ids of commits with a prefix; other object types are ignored. */
export async function commitsWithPrefix(repoDir: string, prefix: string, spawn?: Spawn): Promise<string[]> {
  const start = { cwd: repoDir, ...(spawn ? { spawn } : {}) };
  const candidates = await runGit(["rev-parse", `--disambiguate=${prefix}`], { ...start, okCodes: [0, 128] });
  const { stdout } = await runGit(["cat-file", "--batch-check=%(objecttype) %(objectname)"], {
    ...start,
    input: candidates.stdout,
  });
  return stdout
    .toString("utf8")
    .split("\n")
    .flatMap((line) => (line.startsWith("commit ") ? [line.slice("commit ".length)] : []));
}

async function abbreviatedCommit(repoDir: string, prefix: string, spawn: Spawn): Promise<string | undefined> {
  const commits = await commitsWithPrefix(repoDir, prefix, spawn);
  return commits.length === 1 ? commits[0] : undefined;
}

/**
 * Resolves user input to a commit id: `HEAD`, then a branch, then a tag, then an object id, then
 * the beginning of exactly one commit's id. User input isn't passed to `rev-parse`, where a branch named like an
 * abbreviation would shadow the commit and expressions would be evaluated. `spawn` starts git, for example in a sandbox.
 */
export async function resolveRevision(repoDir: string, text: string, spawn?: Spawn): Promise<string | undefined> {
  if (text === "HEAD") return commitOf(repoDir, "HEAD", spawn);
  if (!isRefName(text)) return undefined;
  const named = await namedCommit(repoDir, text, spawn);
  if (named) return named;
  const hex = text.toLowerCase();
  if (isObjectId(hex)) return commitOf(repoDir, hex, spawn);
  return abbreviatedId.test(hex) ? abbreviatedCommit(repoDir, hex, spawn) : undefined;
}
