import { type RunGitOptions, runGit } from "../run-git";
import { isRefName } from "./branch-name";

/** How git is started, for example in a sandbox. */
type Start = Pick<RunGitOptions, "run" | "spawn">;

const fullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const abbreviatedId = /^[0-9a-f]{5,64}$/;

/** True for a complete object id, the only form of revision passed to git commands. */
export function isObjectId(text: string): boolean {
  return fullId.test(text);
}

async function commitOf(repoDir: string, expression: string, start: Start): Promise<string | undefined> {
  const { stdout } = await runGit(["rev-parse", "--verify", "--quiet", "--end-of-options", `${expression}^{commit}`], {
    cwd: repoDir,
    okCodes: [0, 1, 128],
    ...start,
  });
  return stdout.toString("utf8").trim() || undefined;
}

async function namedCommit(repoDir: string, name: string, start: Start): Promise<string | undefined> {
  const wanted = [`refs/heads/${name}`, `refs/tags/${name}`];
  const { stdout } = await runGit(["for-each-ref", "--format=%(objectname) %(refname)", ...wanted], {
    cwd: repoDir,
    ...start,
  });
  const found = new Map(
    stdout
      .toString("utf8")
      .split("\n")
      .map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))] as const),
  );
  for (const ref of wanted) {
    const id = found.get(ref);
    const commit = id && (await commitOf(repoDir, id, start));
    if (commit) return commit;
  }
  return undefined;
}

/** Ids of commits with a prefix; other object types are ignored. */
export async function commitsWithPrefix(repoDir: string, prefix: string, start: Start = {}): Promise<string[]> {
  const options = { cwd: repoDir, ...start };
  const candidates = await runGit(["rev-parse", `--disambiguate=${prefix}`], { ...options, okCodes: [0, 128] });
  const { stdout } = await runGit(["cat-file", "--batch-check=%(objecttype) %(objectname)"], {
    ...options,
    input: candidates.stdout,
  });
  return stdout
    .toString("utf8")
    .split("\n")
    .flatMap((line) => (line.startsWith("commit ") ? [line.slice("commit ".length)] : []));
}

async function abbreviatedCommit(repoDir: string, prefix: string, start: Start): Promise<string | undefined> {
  const commits = await commitsWithPrefix(repoDir, prefix, start);
  return commits.length === 1 ? commits[0] : undefined;
}

/**
 * Resolves user input to a commit id: `HEAD`, then a branch, then a tag, then an object id, then
 * the beginning of exactly one commit's id. User input isn't passed to `rev-parse`, where a branch named like an
 * abbreviation would shadow the commit and expressions would be evaluated. `start`: how git is started, for example in a sandbox.
 */
export async function resolveRevision(repoDir: string, text: string, start: Start = {}): Promise<string | undefined> {
  if (text === "HEAD") return commitOf(repoDir, "HEAD", start);
  if (!isRefName(text)) return undefined;
  const named = await namedCommit(repoDir, text, start);
  if (named) return named;
  const hex = text.toLowerCase();
  if (isObjectId(hex)) return commitOf(repoDir, hex, start);
  return abbreviatedId.test(hex) ? abbreviatedCommit(repoDir, hex, start) : undefined;
}
