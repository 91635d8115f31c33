import { z } from "zod";
import { folderSize } from "@/git/folder-size";
import type { RefUpdate } from "@/git/refs/ref-update";
import { noObject } from "@/git/refs/references";
import { type OutsideRemote, runRemoteGit } from "@/git/remote";
import type { RunGitOptions } from "@/git/run-git";
import { defaultPushLimits, isDiskFull } from "@/git/transport/check-push-limits";
import { checkPushedRefs } from "@/git/transport/push-hooks";
import type { WithGit } from "@/git/with-git";
import { scheduleEvery } from "@/lib/core/schedule-every";
import type { Context } from "../../core/context";
import type { mirrors } from "../../core/store/tables/mirrors";
import type { WithRemotes } from "../../remotes/remotes";
import { MirrorProblem } from "./mirror-problem";

export type MirrorRow = typeof mirrors.$inferSelect;

/** Prefix of the upstream's refs as of the last fetch. Hidden from clients. */
export const upstreamRefPrefix = "refs/internal/mirror/";

const timeoutMs = 60 * 60_000;
const sizeCheckMs = 2_000;
/** Refs per git command. */
const batchSize = 200;

const Credential = z.object({ username: z.string(), password: z.string() });

/** The upstream's branches and tags, and its default branch. */
export interface UpstreamState {
  head: string | undefined;
  references: ReadonlyMap<string, string>;
}

export interface Upstream {
  listRefs(): Promise<UpstreamState>;
  /** Fetches all branches and tags into {@link upstreamRefPrefix}. */
  fetch(): Promise<void>;
  /**
   * Updates upstream refs that are at `before`. Returns the updated ones, and the first problem with the others.
   */
  push(updates: readonly RefUpdate[]): Promise<{ moved: RefUpdate[]; problem: MirrorProblem | undefined }>;
  /** Checks whether the upstream would accept a push, with a dry run. */
  probePush(known: { ref: string; id: string }): Promise<void>;
}

/** True for ref names that can be stored; other upstream refs are skipped. */
export const isMirrorable = (ref: string): boolean =>
  checkPushedRefs([{ ref, before: noObject, after: "1".repeat(40) }]).length === 0;

function readState(text: string): UpstreamState {
  const references = new Map<string, string>();
  let head: string | undefined;
  for (const line of text.split("\n")) {
    const [value = "", name = ""] = line.split("\t");
    if (name === "HEAD" && value.startsWith("ref: refs/heads/")) head = value.slice("ref: refs/heads/".length);
    else if (!name.endsWith("^{}") && isMirrorable(name)) references.set(name, value);
  }
  return { head, references };
}

function readPushResult(stdout: string, updates: readonly RefUpdate[]) {
  const lines = stdout.split("\n").flatMap((line) => {
    const [, flag, ref, summary] = /^([ +\-*!=])\t[^:]*:(\S+)\t(.*)$/.exec(line) ?? [];
    return flag && ref ? [{ flag, ref, summary: summary ?? "" }] : [];
  });
  const accepted = new Set(lines.filter(({ flag }) => flag !== "!").map(({ ref }) => ref));
  const rejected = lines.find(({ flag }) => flag === "!");
  const isStale = /stale info|fetch first|non-fast-forward|needs force|already exists/.test(rejected?.summary ?? "");
  return {
    moved: updates.filter(({ ref }) => accepted.has(ref)),
    problem: rejected && new MirrorProblem(isStale ? "UpstreamDiverged" : "UpstreamRefused", rejected.summary),
  };
}

/** Aborts the work if the repository exceeds `limit` bytes, because git can't limit a fetch. */
async function withinLimit<T>(
  {
    context,
    dir,
    limit,
    signal,
  }: { context: Pick<Context, "clock" | "log">; dir: string; limit: number; signal: AbortSignal },
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooLarge = new AbortController();
  const checkSize = async (): Promise<void> => {
    const isFull = (await folderSize(dir, limit)) > limit || (await isDiskFull(dir, defaultPushLimits));
    if (isFull) tooLarge.abort(new MirrorProblem("MirrorContentRefused", `more than ${limit} bytes`));
  };
  await checkSize();
  const stop = scheduleEvery(context, { everyMs: sizeCheckMs, failure: "mirror size check failed" }, checkSize);
  try {
    return await work(AbortSignal.any([signal, tooLarge.signal]));
  } finally {
    stop();
  }
}

/** Opens a mirror's upstream, accessed by git at a verified address. */
export function openUpstream(
  context: Pick<Context, "cipher" | "clock" | "log" | "settings"> & WithGit & WithRemotes,
  { repositoryId, url, credential }: Pick<MirrorRow, "repositoryId" | "url" | "credential">,
  signal: AbortSignal,
): Upstream {
  const dir = context.repositories.path(repositoryId);
  const limit = context.settings.repositoryLimitMb * 1024 ** 2;

  async function outside(): Promise<OutsideRemote> {
    const remote = await context.remotes.access(url);
    if (!remote) throw new MirrorProblem("UpstreamAddressRefused", "server not listed in GIT_REMOTES");
    return credential ? { ...remote, credential: Credential.parse(context.cipher.open(credential)) } : remote;
  }

  function run(args: readonly string[], options: RunGitOptions = {}, work = signal) {
    const limited = AbortSignal.any([work, AbortSignal.timeout(timeoutMs)]);
    const access = { outside, signal: limited, clock: context.clock, retryForMs: 0 };
    return runRemoteGit(args, url, access, { cwd: dir, env: { GIT_DIR: dir }, ...options });
  }

  return {
    async listRefs() {
      const { stdout } = await run([
        "ls-remote",
        "--symref",
        "--end-of-options",
        url,
        "HEAD",
        "refs/heads/*",
        "refs/tags/*",
      ]);
      return readState(stdout.toString("utf8"));
    },
    async fetch() {
      const flags = ["--quiet", "--no-tags", "--prune", "--no-write-fetch-head", "--no-auto-maintenance"];
      const refspecs = ["heads", "tags"].map((kind) => `+refs/${kind}/*:${upstreamRefPrefix}${kind}/*`);
      await withinLimit({ context, dir, limit, signal }, (stop) =>
        run(["fetch", ...flags, "--end-of-options", url, ...refspecs], {}, stop),
      );
    },
    async push(updates) {
      const moved: RefUpdate[] = [];
      let problem: MirrorProblem | undefined;
      for (let from = 0; from < updates.length; from += batchSize) {
        const some = updates.slice(from, from + batchSize);
        const leases = some.map(({ ref, before }) => `--force-with-lease=${ref}:${before === noObject ? "" : before}`);
        const specs = some.map(({ ref, after }) => `${after === noObject ? "" : after}:${ref}`);
        const { code, stdout, stderr } = await run(
          ["push", "--porcelain", ...leases, "--end-of-options", url, ...specs],
          {
            okCodes: [0, 1],
          },
        );
        const outcome = readPushResult(stdout.toString("utf8"), some);
        moved.push(...outcome.moved);
        problem ??= outcome.problem;
        if (code !== 0 && !outcome.problem) throw new MirrorProblem("UpstreamUnreachable", stderr);
      }
      return { moved, problem };
    },
    async probePush({ ref, id }) {
      await run(["push", "--dry-run", "--porcelain", "--end-of-options", url, `${id}:${ref}`]);
    },
  };
}
