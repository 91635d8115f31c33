import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { exitCode } from "@/lib/core/process/exit-code";
import { keepUnread } from "@/lib/core/process/keep-unread";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { RunFailure } from "../limits/run-failure";
import type { RunContext, RunSpec } from "../run/run-spec";
import type { RunSandbox } from "../sandbox/run-sandbox";
import { scriptEnvironment } from "../sandbox/script-environment";
import { resolveObject } from "../workspace/checkout-state";
import { baseRef, type WorkingCopy } from "../workspace/working-copy";
import { artifactsLink, type Workspace } from "../workspace/workspace";

/** Time limit for storing or restoring, in milliseconds. */
const timeoutMs = 10 * 60_000;
const rootsFile = "roots.json";
const Roots = z.array(z.string()).max(16);

interface Prepared {
  workspace: Workspace;
  sandbox: RunSandbox;
}

/** How a run uses snapshots. */
export interface InstallSnapshot {
  /** The restored files are exactly what `install` creates, so it doesn't have to run. */
  isComplete: boolean;
  /** Id of the snapshot that was restored. */
  restored: string | undefined;
  /** Stores the result of `install`. Returns the snapshot's id, or `undefined` if it isn't stored. */
  store(): Promise<string | undefined>;
}

interface Script {
  script: string;
  args: readonly string[];
  access: "read" | "write";
}

/** Runs a script on the agent's folders. `use` receives its streams; the output ends with an error if the script fails. */
async function runScript(
  { sandbox, workspace, signal }: Prepared & Pick<RunContext, "signal">,
  { script, args, access }: Script,
  use: (stdin: Writable, output: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const { child, stdin, stdout, stderr } = sandbox.spawn({
    command: ["/bin/sh", "-ec", script, "sh", ...args],
    cwd: "/",
    environment: scriptEnvironment,
    mounts: [workspace.repos, workspace.home].map((path) => ({ path, access })),
    network: "none",
  });
  const kill = () => void child.kill("SIGKILL");
  const timer = setTimeout(kill, timeoutMs);
  signal.addEventListener("abort", kill, { once: true });
  let errorOutput = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  const ended = exitCode(child);
  const printed = keepUnread(stdout);
  async function* output(): AsyncGenerator<Buffer> {
    yield* printed;
    const code = await ended;
    // tar exits with 1 if a file changed while it was read.
    if (code !== 0 && code !== 1) throw new Error(`exit code ${code}: ${errorOutput.trim()}`);
  }
  try {
    await use(stdin, output());
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  }
}

async function readAll(output: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of output);
}

const restoreScript = 'tar -x -f - -C "$1"';
/** Without the repositories' git folders, the link to the artifacts and the agent program's files. */
const storeScript = `root=$1; link=$2; shift 2; cd "$root"
if test -L "$link"; then set -- "$@" "--exclude=$link"; fi
exec tar -c -f - --sparse "$@" repos home`;

/** Everything the result of `install` depends on, and who it belongs to: its files may contain the agent's secrets. */
async function snapshotId(spec: RunSpec, file: Uint8Array, copies: readonly WorkingCopy[]): Promise<string> {
  const commits = await Promise.all(copies.map((copy) => resolveObject(copy, baseRef)));
  const repositories = copies.map(({ repository }, index) => [repository.url, repository.directory, commits[index]]);
  const variables = Object.entries(spec.variables).sort();
  const platform = [process.version, process.arch];
  const content = JSON.stringify([spec.owner, repositories, variables, platform]);
  return `snap-${createHash("sha256").update(content).update(file).digest("hex").slice(0, 32)}`;
}

/** Only agents in the same scope can use a snapshot: the same owner, repositories and session variables. */
function scopeOf({ owner, repositories, variables }: RunSpec): string {
  const urls = repositories.map(({ url, directory }) => [url, directory]);
  const content = JSON.stringify([owner, urls, Object.entries(variables).sort()]);
  return createHash("sha256").update(content).digest("hex");
}

async function rootsOf({ root }: Workspace): Promise<string[]> {
  const text = await readFile(join(root, rootsFile), "utf8").catch(() => "[]");
  return Roots.parse(JSON.parse(text));
}

/** Makes the agent's files visible at the paths of the workspaces they were created in, too. */
export async function showFormerRoots({ workspace, sandbox }: Prepared): Promise<void> {
  for (const root of await rootsOf(workspace)) sandbox.showAlsoAt(workspace.root, root);
}

/**
 * Restores a snapshot of an earlier `install` into a fresh workspace. `undefined` where snapshots don't apply: without a
 * sandbox, in a workspace that was used, or with a base that can't be updated. Throws {@link RunFailure}
 * `environment_unsupported` if the environment file names a snapshot that can't be restored.
 */
export async function restoreSnapshot(
  spec: RunSpec,
  { snapshots, log, signal }: RunContext,
  prepared: Prepared & { copies: readonly WorkingCopy[] },
  { environment, file }: { environment: EffectiveEnvironment; file: Uint8Array },
): Promise<InstallSnapshot | undefined> {
  const { workspace, sandbox, copies } = prepared;
  const { base, agentCanUpdateSnapshot } = environment;
  const [first] = spec.repositories;
  const isFresh = copies.every(({ isNew }) => isNew);
  if (!isFresh || !first || (base.kind !== "default" && base.kind !== "snapshot")) return undefined;
  const named = base.kind === "snapshot" ? base.id : undefined;
  if (!snapshots || sandbox.driver === "none") {
    if (named === undefined) return undefined;
    const reason = "snapshot: needs a sandbox and SNAPSHOT_LIMIT_MB above 0. Remove it from the file, or turn both on.";
    throw new RunFailure("environment_unsupported", `Unsupported environment file\n${reason}`);
  }
  const own = await snapshotId(spec, file, copies);

  async function restore(id: string): Promise<boolean> {
    const details = await snapshots?.find(id);
    if (!snapshots || !details || details.scope !== scopeOf(spec)) return false;
    const script = { script: restoreScript, args: [workspace.root], access: "write" } as const;
    const archive = snapshots.read(id);
    await runScript({ ...prepared, signal }, script, async (stdin, output) => {
      // tar may stop reading at the end mark; its exit code shows whether it received everything.
      await Promise.all([pipeline(archive, stdin).catch(() => undefined), readAll(output)]);
    });
    const roots = [...new Set(details.roots)].filter((root) => root !== workspace.root).slice(-16);
    await writeFile(join(workspace.root, rootsFile), JSON.stringify(roots));
    return true;
  }

  let problem = "";
  const attempt = (id: string) =>
    restore(id).catch((error) => {
      log.warn({ err: error, snapshot: id }, "couldn't restore a snapshot");
      problem = error instanceof Error ? error.message : String(error);
      return false;
    });
  const isComplete = await attempt(own);
  signal.throwIfAborted();
  if (!isComplete && named !== undefined) {
    problem = "";
    if (!(await attempt(named))) {
      const reason = problem
        ? `snapshot: couldn't restore ${named}: ${problem}`
        : `snapshot: ${named} not found. Snapshots only work for agents of the same user with the same repositories and variables. Remove it from the file, or launch such an agent.`;
      throw new RunFailure("environment_unsupported", `Unsupported environment file\n${reason}`);
    }
  }
  return {
    isComplete,
    restored: isComplete ? own : named,
    async store() {
      if (!agentCanUpdateSnapshot) return undefined;
      const agentFiles = Object.keys({ ...spec.agent?.homeFiles, ...spec.agent?.login?.files }).map(
        (path) => `home/${path}`,
      );
      const git = copies.map(({ repository }) => `repos/${repository.directory}/.git`);
      const excluded = [...git, ...agentFiles].map((path) => `--exclude=${path}`);
      const link = join(workspace.cwd, artifactsLink).slice(workspace.root.length + 1);
      const roots = [...(await rootsOf(workspace)), workspace.root].slice(-16);
      const script = { script: storeScript, args: [workspace.root, link, ...excluded], access: "read" } as const;
      let isStored = false;
      try {
        await runScript({ ...prepared, signal }, script, async (stdin, output) => {
          stdin.end();
          isStored = await snapshots.save(own, { scope: scopeOf(spec), roots }, output);
        });
      } catch (error) {
        log.warn({ err: error }, "couldn't store a snapshot");
      }
      return isStored ? own : undefined;
    },
  };
}
