import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GitError, runGit, spawnGit } from "@/git/run-git";
import { printableText } from "@/lib/core/plain-text";
import { exitCode } from "@/lib/core/process/exit-code";
import { RunFailure } from "../limits/run-failure";
import { CommandLimit } from "../sandbox/run-command";
import { sandboxedSpawn } from "../sandbox/sandboxed-git";
import { scriptEnvironment } from "../sandbox/script-environment";
import { baseRef, fileTimeoutMs, runInCheckout, snapshotIndex, transferGit, type WorkingCopy } from "./working-copy";
import { artifactsLink } from "./workspace";

/**
 * The state of an agent's checkout. The agent can write anything into its git folder, so every command on it runs in the
 * run's sandbox, and commits leave it only as a pack that the transfer repository indexes.
 */

/** Reference in the transfer repository to the newest commit of the checkout. */
export const headRef = "refs/slipway/head";
/** Reference in the transfer repository: the commit that was pushed last. */
export const pushedRef = "refs/slipway/pushed";

/** Largest pack of new commits, in bytes. */
const maxPackBytes = 2 * 1024 ** 3;

/** What a snapshot of a checkout leaves out. */
export interface Inspection {
  hasArtifactsLink: boolean;
  /** Folders with a separate git folder, relative to the checkout, each byte a character: git would run what their settings name. */
  nested: readonly string[];
}

/** Files that git reads in every folder of a checkout. */
const readByGit: ReadonlySet<string> = new Set([".gitattributes", ".gitignore", ".gitmodules"]);
const maxListBytes = 4 * 1024 ** 2;
/** Git compares each file with each of them. */
const maxNested = 1_000;
const findNested = "find . -name .git ! -path ./.git -print0 -prune -o \\( -type p -o -type b -o -type c \\) -print0";

/** Finds nested repositories. Throws `workspace_unusable` for a pipe or device that git would open, and wait for. */
async function findNestedRepositories({ folder, repository, sessions, signal }: WorkingCopy): Promise<string[]> {
  const unusable = (problem: string) => new RunFailure("workspace_unusable", `${repository.directory}${problem}`);
  // It fails for folders that were closed, which git can't read either.
  const { stdout } = await sessions
    .command("checkout", {
      command: ["/bin/sh", "-c", findNested],
      cwd: folder,
      environment: scriptEnvironment,
      maxOutputBytes: maxListBytes,
      timeoutMs: fileTimeoutMs,
      signal,
    })
    .catch((error: unknown) => {
      throw error instanceof CommandLimit ? unusable(`: the search for nested repositories ${error.message}`) : error;
    });
  const found = stdout.toString("latin1").split("\0").slice(0, -1);
  const nested: string[] = [];
  for (const path of found.map((each) => each.slice("./".length))) {
    const name = basename(path);
    if (name === ".git") nested.push(dirname(path));
    else if (path.startsWith(".git/") || readByGit.has(name)) {
      throw unusable(`/${printableText(path)} isn't a regular file`);
    }
  }
  if (nested.length > maxNested) throw unusable(` contains more than ${maxNested} nested git repositories`);
  return nested;
}

/**
 * Looks at what an agent left. Throws `workspace_unusable` when a checkout is a link, its git folder points elsewhere, or a
 * file of git isn't a regular file.
 */
export async function inspectCheckout(copy: WorkingCopy): Promise<Inspection> {
  const { folder, repository, workspace, sessions } = copy;
  const git = join(folder, ".git");
  const expected = [folder, git, join(git, "objects"), join(git, "refs"), join(git, "HEAD")];
  const link = join(folder, artifactsLink);
  // The checkout's git may have run another program, so the paths are read by a new process.
  await sessions.endCheckout();
  const realPaths = await sessions.locate([...expected, link]);
  if (expected.some((path, index) => realPaths[index] !== path)) {
    throw new RunFailure("workspace_unusable", `${repository.directory} is no longer a separate git repository`);
  }
  const nested = await findNestedRepositories(copy);
  return { hasArtifactsLink: realPaths.at(-1) === workspace.artifacts, nested };
}

/** Resolves an expression to an object id. The expression must come from the service, never from outside. */
export async function resolveObject(copy: WorkingCopy, expression: string): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", expression];
  const { code, stdout } = await transferGit(copy, args, { okCodes: [0, 1, 128] });
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** Environment for git in the agent's checkout, so that it finds the transfer repository's objects regardless of its settings. */
const borrowedObjects = ({ transferDir }: WorkingCopy) => ({
  GIT_ALTERNATE_OBJECT_DIRECTORIES: join(transferDir, "objects"),
});

async function headOf(copy: WorkingCopy): Promise<string | undefined> {
  const { code, stdout } = await runGit(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], {
    cwd: copy.folder,
    env: borrowedObjects(copy),
    okCodes: [0, 1, 128],
    maxOutputBytes: 4_096,
    signal: copy.signal,
    ...copy.sessions.git("checkout"),
  });
  const id = stdout.toString("utf8").trim();
  return code === 0 && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
}

function atMost(bytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      callback(size > bytes ? new RunFailure("commit_failed", "the new commits are larger than 2 GB") : null, chunk);
    },
  });
}

/** Copies the commits reachable from `head` into the transfer repository: packed in one sandbox, indexed in another. */
async function copyCommits(copy: WorkingCopy, head: string): Promise<void> {
  const known = await Promise.all([baseRef, pushedRef, headRef].map((ref) => resolveObject(copy, ref)));
  const revisions = [head, ...known.flatMap((id) => (id ? [`^${id}`] : []))];
  const pack = spawnGit(["pack-objects", "--revs", "--stdout", "--quiet", "--delta-base-offset"], {
    cwd: copy.folder,
    env: borrowedObjects(copy),
    signal: copy.signal,
    spawn: sandboxedSpawn(copy.sessions.sandbox, {
      mounts: [
        { path: copy.workspace.repos, access: "write" },
        { path: copy.workspace.transfer, access: "read" },
      ],
    }),
  });
  let errorOutput = "";
  pack.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  const ended = exitCode(pack);
  pack.stdin?.end(`${revisions.join("\n")}\n`);
  const index = spawnGit(["index-pack", "--stdin", "--fix-thin", `--max-input-size=${maxPackBytes}`], {
    cwd: copy.transferDir,
    signal: copy.signal,
    spawn: sandboxedSpawn(copy.sessions.sandbox, { mounts: [{ path: copy.workspace.transfer, access: "write" }] }),
  });
  const indexed = exitCode(index);
  index.stdout?.resume();
  index.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  if (!pack.stdout || !index.stdin) throw new Error("git started without pipes");
  const moved = await pipeline(pack.stdout, atMost(maxPackBytes), index.stdin).catch((error: unknown) => error);
  const [packCode, indexCode] = await Promise.all([ended, indexed]);
  copy.signal.throwIfAborted();
  if (moved instanceof RunFailure) throw moved;
  if (packCode !== 0 || indexCode !== 0) throw new GitError(["pack-objects"], packCode || indexCode, errorOutput);
}

/** Copies a commit of the checkout, with its ancestors, into the transfer repository unless it is there. */
export async function copyCommit(copy: WorkingCopy, id: string): Promise<void> {
  if ((await resolveObject(copy, `${id}^{commit}`)) === undefined) await copyCommits(copy, id);
}

/** Copies the agent's commits into the transfer repository. Returns the newest, or `undefined` when there is none. */
export async function copyHead(copy: WorkingCopy): Promise<string | undefined> {
  const head = await headOf(copy);
  if (head === undefined) return undefined;
  await copyCommit(copy, head);
  await transferGit(copy, ["update-ref", headRef, head]);
  return head;
}

/** Variables that make git work on the checkout's files with the transfer repository's settings and index. */
export function checkoutEnvironment({ folder, transferDir }: Pick<WorkingCopy, "folder" | "transferDir">) {
  return { GIT_DIR: transferDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(transferDir, snapshotIndex) };
}

/** Everything but the nested repositories, as git reads it from standard input. */
const pathspecs = (nested: readonly string[]) =>
  Buffer.from(
    [".", ...nested.map((path) => `:(top,exclude,literal)${path}`)].map((each) => `${each}\0`).join(""),
    "latin1",
  );

/**
 * Writes the checkout's files as a tree in the transfer repository. Returns its object id. Nested repositories stay as they are
 * in `head`.
 */
export async function snapshot(
  copy: WorkingCopy,
  head: string | undefined,
  { hasArtifactsLink, nested }: Inspection,
): Promise<string> {
  const { folder, transferDir, sessions } = copy;
  await mkdir(join(transferDir, "info"), { recursive: true });
  await writeFile(join(transferDir, "info", "exclude"), hasArtifactsLink ? `/${artifactsLink}\n` : "");
  const options = {
    cwd: folder,
    env: checkoutEnvironment(copy),
    signal: copy.signal,
    ...sessions.git("service"),
  };
  await runGit(head ? ["read-tree", "--reset", head] : ["read-tree", "--empty"], options);
  if (nested.length === 0) await runGit(["add", "--all"], options);
  else {
    const listed = ["add", "--all", "--pathspec-from-file=-", "--pathspec-file-nul"];
    await runGit(listed, { ...options, env: { ...options.env, GIT_LITERAL_PATHSPECS: "0" }, input: pathspecs(nested) });
  }
  const { stdout } = await runGit(["write-tree"], options);
  return stdout.toString("utf8").trim();
}

/** Moves the agent's checkout to a commit of the transfer repository, so that the next run starts from a clean state. */
export async function moveCheckout(copy: WorkingCopy, commit: string): Promise<void> {
  const { folder, transferDir, sessions } = copy;
  const git = join(folder, ".git");
  const borrow = `mkdir -p "$1/objects/info"; printf '%s\\n' "$2" > "$1/objects/info/alternates"`;
  await runInCheckout(copy, "checkout", borrow, [git, join(transferDir, "objects")]);
  await runGit(["update-ref", "-m", "commit of the run", "HEAD", commit], {
    cwd: folder,
    signal: copy.signal,
    ...sessions.git("checkout"),
  });
  const replace = 'cp -- "$1" "$2.new"; mv -f -- "$2.new" "$2"';
  await runInCheckout(copy, "checkout", replace, [join(transferDir, snapshotIndex), join(git, "index")]);
}
